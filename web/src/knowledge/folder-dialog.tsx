// Folders are made, renamed, moved and deleted beside the list.
import { useSignal } from '@preact/signals';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Folder, Note } from '../api/types.ts';
import { Busy } from '../parts/busy.tsx';
import { Dialog } from '../parts/dialog.tsx';
import type { Shelf } from '../parts/shelf/store.ts';
import { Failed } from '../parts/states.tsx';
import { marked } from '../text/marks.ts';
import { plural } from '../text/time.tsx';
import type { Folders } from './folders.ts';

interface Properties {
  folders: Folders;
  shelf: Shelf<Note>;
}

export function FolderDialog({ folders, shelf }: Properties) {
  const open = useSignal(false);
  return (
    <>
      <button
        type="button"
        class="second"
        onClick={() => {
          open.value = true;
        }}
      >
        Folders…
      </button>
      <Dialog
        title="Folders"
        open={open.value}
        close={() => {
          open.value = false;
        }}
      >
        <Contents folders={folders} shelf={shelf} />
      </Dialog>
    </>
  );
}

function Contents({ folders, shelf }: Properties) {
  /** Null: a new one. */
  const chosen = useSignal<Folder | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const doing = (act: () => Promise<void>) => async () => {
    problem.value = null;
    try {
      await act();
      chosen.value = null;
      await shelf.again(); // the paths of the notes in it
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  return (
    <>
      {folders.all.value.length === 0 && <p class="hint">There is no folder yet.</p>}
      <ul class="folders">
        {folders.all.value.map(folder => (
          <li key={folder.folder_id}>
            <span>
              {marked(folder.path)} <span class="hint">{plural(folder.note_count, 'note')}</span>
            </span>
            <button
              type="button"
              class="quiet"
              aria-label={`Change ${folder.path}`}
              onClick={() => {
                chosen.value = folder;
              }}
            >
              Change
            </button>
            <Busy kind="quiet bad" label={`Delete ${folder.path}`} act={doing(() => folders.remove(folder))}>
              Delete
            </Busy>
          </li>
        ))}
      </ul>
      <Edit
        key={chosen.value?.folder_id ?? 'new'}
        folder={chosen.value}
        all={folders.all.value}
        save={(name, parent) =>
          doing(() => (chosen.value ? folders.change(chosen.value, name, parent) : folders.create(name, parent)))()
        }
      />
      {problem.value && <Failed problem={problem.value} />}
    </>
  );
}

interface EditProperties {
  folder: Folder | null;
  all: Folder[];
  save: (name: string, parent: string | null) => Promise<void>;
}

function Edit({ folder, all, save }: EditProperties) {
  const name = useSignal(folder?.name ?? '');
  const parent = useSignal(folder?.parent_folder_id ?? '');
  const others = all.filter(each => !folder || `${each.path}/`.startsWith(`${folder.path}/`) === false);
  return (
    <fieldset class="folder">
      <legend>{folder ? `Change ${folder.path}` : 'New folder'}</legend>
      <label>
        <span>Name</span>
        <input
          id="folder-name"
          autocomplete="off"
          value={name.value}
          onInput={event => {
            name.value = event.currentTarget.value;
          }}
        />
      </label>
      <label>
        <span>In</span>
        <select
          value={parent.value}
          onChange={event => {
            parent.value = event.currentTarget.value;
          }}
        >
          <option value="">no other</option>
          {others.map(each => (
            <option key={each.folder_id} value={each.folder_id}>
              {marked(each.path)}
            </option>
          ))}
        </select>
      </label>
      <Busy
        disabled={!name.value.trim()}
        act={async () => {
          await save(name.value.trim(), parent.value || null);
          if (!folder) name.value = '';
        }}
      >
        {folder ? 'Save the folder' : 'Create the folder'}
      </Busy>
    </fieldset>
  );
}
