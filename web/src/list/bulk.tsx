// What can be done with all chosen rows at once.
import { useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import type { SessionsChange } from '../api/types.ts';
import { Busy } from '../parts/busy.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { complain, say } from '../parts/status.tsx';
import { changeAll } from '../store/sessions.ts';
import type { Selection } from './selection.ts';

type Action = SessionsChange['action'];

interface Properties {
  org: string;
  selection: Selection;
  archived: boolean;
  /** Reads the rows again. */
  look: () => Promise<void>;
}

export const sessionsOf = (count: number) => `${count} ${count === 1 ? 'session' : 'sessions'}`;

export function Bulk({ org, selection, archived, look }: Properties): JSX.Element | null {
  const dialog = useSignal<'tags' | 'terminate' | null>(null);
  const close = () => {
    dialog.value = null;
  };
  const count = selection.chosen.value.size;
  const act = async (action: Action, said: string, tags?: string[]) => {
    const { done, refused } = await changeAll(org, [...selection.chosen.peek()], action, tags);
    selection.leave(refused);
    close();
    await look();
    if (done.length > 0) say(`${sessionsOf(done.length)} ${said}`, undo(action, done));
  };
  const undo = (action: Action, done: string[]) => {
    const back = BACK[action];
    return back && (() => changeAll(org, done, back).then(look).catch(complain));
  };
  if (count === 0) return null;
  return (
    <div class="bulk" role="toolbar" aria-label="Chosen sessions">
      <strong>{count} selected</strong>
      <Busy
        kind="second"
        act={() => act(archived ? 'unarchive' : 'archive', archived ? 'back in the list' : 'archived')}
      >
        {archived ? 'Unarchive' : 'Archive'}
      </Busy>
      <Open name="Tag…" show={() => (dialog.value = 'tags')} />
      <Open name="Terminate…" kind="second bad" show={() => (dialog.value = 'terminate')} />
      <button type="button" class="quiet" onClick={selection.clear}>
        Clear
      </button>
      <Dialog title={`Tags of ${sessionsOf(count)}`} open={dialog.value === 'tags'} close={close}>
        <Tags act={act} />
      </Dialog>
      <Dialog title={`Terminate ${sessionsOf(count)}`} open={dialog.value === 'terminate'} close={close}>
        <Confirm
          word="terminate"
          says="This ends them for good. They can't be continued."
          label="Terminate them"
          act={() => act('terminate', 'terminated')}
        />
      </Dialog>
    </div>
  );
}

/** What takes an action back. */
const BACK: Partial<Record<Action, Action>> = { archive: 'unarchive', unarchive: 'archive' };

function Open({ name, show, kind = 'second' }: { name: string; show: () => void; kind?: string }) {
  return (
    <button type="button" class={kind} onClick={show}>
      {name}
    </button>
  );
}

function Tags({ act }: { act: (action: Action, said: string, tags: string[]) => Promise<void> }) {
  const typed = useSignal('');
  const tags = typed.value
    .split(',')
    .map(tag => tag.trim())
    .filter(Boolean);
  return (
    <>
      <label>
        Tags, with commas between{' '}
        <input
          value={typed.value}
          autocomplete="off"
          onInput={event => {
            typed.value = event.currentTarget.value;
          }}
        />
      </label>
      <p class="choices">
        <Busy disabled={tags.length === 0} act={() => act('add_tags', 'tagged', tags)}>
          Add
        </Busy>{' '}
        <Busy kind="second" disabled={tags.length === 0} act={() => act('remove_tags', 'without these tags', tags)}>
          Take away
        </Busy>
      </p>
    </>
  );
}
