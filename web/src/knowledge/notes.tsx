// What agents should know, and when.
import { answer, api } from '../api/client.ts';
import type { Note, Page } from '../api/types.ts';
import { AreaField, CheckField, ChoiceField, MarkdownField, TextField } from '../parts/shelf/fields.tsx';
import { type Form, textOrNull, type Values } from '../parts/shelf/form.ts';
import type { Kind } from '../parts/shelf/kind.ts';
import type { Shelf } from '../parts/shelf/store.ts';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';
import { Age } from '../text/time.tsx';
import { FolderDialog } from './folder-dialog.tsx';
import type { Folders } from './folders.ts';

const ALL = '/v3/organizations/{org_id}/knowledge/notes';
const ONE = '/v3/organizations/{org_id}/knowledge/notes/{note_id}';
const FIRST = 200;

export function notes(org: string, folders: Folders): Kind<Note> {
  const path = { org_id: org };
  const one = (note_id: string) => ({ params: { path: { ...path, note_id } } });
  return {
    title: 'Knowledge',
    one: 'note',
    permission: 'ManageOrgKnowledge',
    address: to.knowledge(org),
    command: 'agent knowledge create "Run the tests" "Run make test." --trigger "before a push"',
    page: after =>
      answer(api.GET(ALL, { params: { path, query: { first: FIRST, after, include_enterprise: true } } })) as Promise<
        Page<Note>
      >,
    get: id => answer(api.GET(ONE, one(id))),
    id: note => note.note_id,
    name: note => note.name,
    text: note => `${note.trigger}\n${note.folder_path}\n${note.pinned_repo ?? ''}\n${note.body}`,
    fixed: note => (note.access_type === 'enterprise' ? 'Of the whole enterprise: it can only be read here.' : null),
    values: valuesOf,
    save: async (note, values, key) => {
      const body = bodyOf(values);
      const header = { 'Idempotency-Key': key };
      const saved = await (note
        ? answer(api.PUT(ONE, { ...one(note.note_id), body }))
        : answer(api.POST(ALL, { params: { path, header }, body })));
      folders.load(); // how many notes each has
      return saved;
    },
    remove: async note => {
      await answer(api.DELETE(ONE, one(note.note_id)));
      folders.load();
    },
    Facts,
    Fields: ({ form }) => <Fields form={form} folders={folders} />,
    Filters: ({ shelf }) => <Filters shelf={shelf} folders={folders} />,
  };
}

function valuesOf(note: Note | null): Values {
  return {
    name: note?.name ?? '',
    trigger: note?.trigger ?? '',
    body: note?.body ?? '',
    folder_id: note?.folder_id ?? '',
    pinned_repo: note?.pinned_repo ?? '',
    is_enabled: note?.is_enabled ?? true,
  };
}

const bodyOf = (values: Values) => ({
  name: String(values.name),
  trigger: String(values.trigger),
  body: String(values.body),
  folder_id: textOrNull(values, 'folder_id'),
  pinned_repo: textOrNull(values, 'pinned_repo'),
  is_enabled: values.is_enabled === true,
});

function Facts({ item }: { item: Note }) {
  return (
    <>
      {item.access_type === 'enterprise' && <span class="tag">enterprise</span>}
      {!item.is_enabled && <span class="tag">off</span>}
      {item.folder_path !== '/' && <span class="hint">{marked(item.folder_path)}</span>}
      {item.pinned_repo && <code>{marked(item.pinned_repo)}</code>}
      <Age at={item.updated_at} />
    </>
  );
}

function Fields({ form, folders }: { form: Form; folders: Folders }) {
  const choices = Object.fromEntries([['', 'none'], ...folders.all.value.map(each => [each.folder_id, each.path])]);
  return (
    <>
      <TextField form={form} name="name" label="Name" />
      <AreaField
        form={form}
        name="trigger"
        also={['trigger_description']}
        label="When an agent should read it"
        rows={2}
        hint="In words, such as “when tests of the shop are run”."
      />
      <MarkdownField form={form} name="body" label="What it should know, in Markdown" />
      <div class="pair">
        <ChoiceField form={form} name="folder_id" label="Folder" choices={choices} />
        <TextField
          form={form}
          name="pinned_repo"
          label="Read without asking in"
          placeholder="acme/shop, or all"
          spellcheck={false}
        />
      </div>
      <CheckField form={form} name="is_enabled" label="Agents get it" />
    </>
  );
}

function Filters({ shelf, folders }: { shelf: Shelf<Note>; folders: Folders }) {
  const choose = (path: string) => {
    folders.chosen.value = path;
    shelf.filter.value = ({ folder_path }) =>
      path === '' || folder_path === path || (path !== '/' && folder_path.startsWith(`${path}/`));
    shelf.all();
  };
  return (
    <>
      <label>
        <span>Folder</span>
        <select value={folders.chosen.value} onChange={event => choose(event.currentTarget.value)}>
          <option value="">all</option>
          <option value="/">none</option>
          {folders.all.value.map(({ folder_id, path }) => (
            <option key={folder_id} value={path}>
              {marked(path)}
            </option>
          ))}
        </select>
      </label>
      <FolderDialog folders={folders} shelf={shelf} />
    </>
  );
}
