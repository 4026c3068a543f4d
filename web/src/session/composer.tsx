// Where a person writes: queue for the next turn, or interrupt and send. The draft stays until it was taken.
import { useSignal } from '@preact/signals';
import { useEffect, useRef } from 'preact/hooks';
import { pressKey } from '../api/client.ts';
import { may } from '../boot.ts';
import { AttachButton, Attached, taking, useUploads } from '../parts/attach.tsx';
import { ended, standing, working } from '../parts/standing.tsx';
import { complain } from '../parts/status.tsx';
import { Queue } from './queue.tsx';
import type { SessionState } from './store.ts';
import { interrupt, send } from './writes.ts';

/** On such a screen the keyboard's Enter is a new line. */
const TOUCH = matchMedia('(pointer: coarse)');

export function Composer({ state }: { state: SessionState }) {
  const session = state.session.value;
  if (ended(session)) return <p class="hint over">This session has ended.</p>;
  if (!may(session.org_id, 'ManageOrgSessions')) {
    return <p class="hint over">Writing to it needs ManageOrgSessions.</p>;
  }
  return <Writer state={state} />;
}

function Writer({ state }: { state: SessionState }) {
  const session = state.session.value;
  const works = working(session);
  const { draft, text, field } = useDraft(state);
  const uploads = useUploads(state.path.org_id);
  const busy = useSignal(false);
  const key = useRef(pressKey());
  const give = async (interrupts: boolean) => {
    const message = text.value.trim();
    if (!message || busy.value || uploads.pending) return;
    busy.value = true;
    try {
      // The same key until it is taken, so that a second try is not a second message.
      await (interrupts ? interrupt(state, message, key.current) : send(state, message, key.current, uploads.urls));
      key.current = pressKey();
      draft('');
      uploads.clear();
    } catch (thrown) {
      complain(thrown);
    } finally {
      busy.value = false;
      field.current?.focus();
    }
  };
  const pressed = (event: KeyboardEvent) => {
    if (event.key === 'Escape') field.current?.blur();
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    const interrupts = event.ctrlKey || event.metaKey;
    if (TOUCH.matches && !interrupts) return;
    event.preventDefault();
    give(interrupts && works && uploads.all.peek().length === 0);
  };
  return (
    <form
      class="composer"
      onSubmit={event => {
        event.preventDefault();
        give(false);
      }}
    >
      <Queue
        state={state}
        back={(taken, files) => {
          draft([taken, text.value].filter(Boolean).join('\n'));
          uploads.restore(files);
        }}
      />
      <label class="unseen" for="message">
        Message to the agent
      </label>
      <textarea
        id="message"
        ref={field}
        rows={1}
        value={text.value}
        placeholder={placeholder(state)}
        aria-describedby="composer-keys"
        onInput={event => draft(event.currentTarget.value)}
        onKeyDown={pressed}
        {...taking(uploads)}
      />
      <Attached uploads={uploads} />
      <p class="actions">
        <span id="composer-keys" class="hint">
          {works ? 'Enter queues, Ctrl Enter interrupts and sends' : 'Enter sends, Shift Enter is a new line'}
        </span>
        <AttachButton uploads={uploads} id="message-files" />
        <button type="submit" disabled={busy.value || uploads.pending || !text.value.trim()}>
          {works ? 'Queue' : 'Send'}
        </button>
        {works && (
          <button
            type="button"
            disabled={busy.value || uploads.all.value.length > 0 || !text.value.trim()}
            title={uploads.all.value.length > 0 ? 'Files come along with queued messages' : undefined}
            onClick={() => give(true)}
          >
            Interrupt and send
          </button>
        )}
      </p>
    </form>
  );
}

function placeholder(state: SessionState): string {
  const session = state.session.value;
  if (session.status === 'suspended') return 'Asleep: a message wakes it';
  if (session.status_detail === 'waiting_for_user') return 'Your answer';
  return standing(session).tone === 'good' ? 'What next?' : 'Message to the agent';
}

/** What is written stays by session, also over a reload. */
function useDraft(state: SessionState) {
  const name = `draft ${state.path.session_id}`;
  const text = useSignal(localStorage.getItem(name) ?? '');
  const field = useRef<HTMLTextAreaElement>(null);
  const draft = (changed: string) => {
    text.value = changed;
    if (changed) localStorage.setItem(name, changed);
    else localStorage.removeItem(name);
  };
  // Where the style can't let it grow with its text.
  useEffect(() => {
    const area = field.current;
    if (!area || CSS.supports('field-sizing', 'content')) return;
    area.rows = Math.min(10, text.value.split('\n').length);
  }, [text.value]);
  return { draft, text, field };
}
