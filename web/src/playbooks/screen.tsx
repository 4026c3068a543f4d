// Instructions that a session follows, called by a word.
import { useMemo } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { Page, Playbook } from '../api/types.ts';
import { may } from '../boot.ts';
import { AreaField, MarkdownField, TextField } from '../parts/shelf/fields.tsx';
import { type Form, json, textOrNull, type Values } from '../parts/shelf/form.ts';
import type { Kind } from '../parts/shelf/kind.ts';
import { ShelfScreen } from '../parts/shelf/screen.tsx';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';
import { Age } from '../text/time.tsx';

const ALL = '/v3/organizations/{org_id}/playbooks';
const ONE = '/v3/organizations/{org_id}/playbooks/{playbook_id}';
const FIRST = 200;

export function PlaybooksScreen({ org }: { org: string }) {
  const kind = useMemo(() => playbooks(org), [org]);
  return <ShelfScreen org={org} kind={kind} />;
}

function playbooks(org: string): Kind<Playbook> {
  const path = { org_id: org };
  const one = (playbook_id: string) => ({ params: { path: { ...path, playbook_id } } });
  return {
    title: 'Playbooks',
    one: 'playbook',
    permission: 'ManageOrgPlaybooks',
    address: to.playbooks(org),
    command: `agent playbook create "Mend the build" "Read the log first." --macro '!mend'`,
    page: after =>
      answer(api.GET(ALL, { params: { path, query: { first: FIRST, after, include_enterprise: true } } })) as Promise<
        Page<Playbook>
      >,
    get: id => answer(api.GET(ONE, one(id))),
    id: playbook => playbook.playbook_id,
    name: playbook => playbook.title,
    text: playbook => `${playbook.macro ?? ''}\n${playbook.body}`,
    fixed: ({ access_type }) =>
      access_type === 'enterprise' ? 'Of the whole enterprise: it can only be read here.' : null,
    values: playbook => ({
      title: playbook?.title ?? '',
      macro: playbook?.macro ?? '',
      body: playbook?.body ?? '',
      structured_output_schema: schemaText(playbook),
    }),
    save: async (playbook, values, key) => {
      const body = bodyOf(values);
      const header = { 'Idempotency-Key': key };
      return playbook
        ? answer(api.PUT(ONE, { ...one(playbook.playbook_id), body }))
        : answer(api.POST(ALL, { params: { path, header }, body }));
    },
    remove: playbook => answer(api.DELETE(ONE, one(playbook.playbook_id))),
    Facts,
    Fields,
    Actions: ({ item }) =>
      may(org, 'UseAgentSessions') ? (
        <a class="start" href={`${to.create(org)}?playbook=${item.playbook_id}`}>
          Start with it
        </a>
      ) : null,
  };
}

const schemaText = (playbook: Playbook | null) =>
  playbook?.structured_output_schema ? JSON.stringify(playbook.structured_output_schema, null, 2) : '';

const bodyOf = (values: Values) => ({
  title: String(values.title),
  body: String(values.body),
  macro: textOrNull(values, 'macro'),
  structured_output_schema: json(values, 'structured_output_schema'),
});

function Facts({ item }: { item: Playbook }) {
  return (
    <>
      {item.access_type === 'enterprise' && <span class="tag">enterprise</span>}
      {item.macro && <code>{marked(item.macro)}</code>}
      <Age at={item.updated_at} />
    </>
  );
}

function Fields({ form }: { form: Form }) {
  return (
    <>
      <TextField form={form} name="title" also={['name']} label="Title" />
      <TextField
        form={form}
        name="macro"
        label="Word that calls it"
        placeholder="!mend"
        spellcheck={false}
        hint="In a task it stands for the playbook. Optional."
      />
      <MarkdownField form={form} name="body" also={['instructions']} label="What the session is to do, in Markdown" />
      <AreaField
        form={form}
        name="structured_output_schema"
        label="Structured output, a JSON Schema"
        hint="For sessions that bring none of their own. Optional."
        rows={4}
        code
      />
    </>
  );
}
