// Hosts of git repositories, each with a token that opens it. They are of the whole account.
import { answer, api } from '../../api/client.ts';
import type { GitConnection, Page } from '../../api/types.ts';
import { ChoiceField, TextField } from '../../parts/shelf/fields.tsx';
import { type Form, textOrNull, type Values } from '../../parts/shelf/form.ts';
import { HiddenField } from '../../parts/shelf/hidden-field.tsx';
import type { Kind } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import { Age } from '../../text/time.tsx';
import { GIT } from './calls.ts';

const ALL = '/v3/enterprise/git-providers/connections';
const ONE = '/v3/enterprise/git-providers/connections/{git_connection_id}';
const FIRST = 100;

const TYPES = {
  github_token: 'GitHub, with a token',
  github_individual_token: 'GitHub, with a token of a person',
  gitlab_token: 'GitLab, with a token',
  bitbucket_token: 'Bitbucket, with a token',
};

type Writable = keyof typeof TYPES;

export const nameOf = (host: GitConnection) => host.name ?? host.host;

export function hosts(org: string): Kind<GitConnection> {
  return {
    title: 'Git hosts',
    one: 'git host',
    permission: GIT,
    adding: { link: 'Add a git host', button: 'Add' },
    address: to.settings(org, 'git-hosts'),
    command: 'agent admin git-connection create github_token github.com',
    page: after => answer(api.GET(ALL, { params: { query: { first: FIRST, after } } })) as Promise<Page<GitConnection>>,
    get: null,
    id: host => host.git_connection_id,
    name: nameOf,
    text: host => `${host.host}\n${host.git_provider_type}`,
    fixed: () =>
      'A host can’t be changed: for another token add it anew, give the organizations that one, and delete this one.',
    removable: true,
    removal: () => ({
      verb: 'Delete',
      says: 'Its token is gone then. A host by which an organization still reaches something is not deleted.',
    }),
    values: (host): Values => ({
      git_provider_type: host?.git_provider_type ?? 'github_token',
      host: host?.host ?? '',
      name: host?.name ?? '',
      token: '',
    }),
    save: (_, values, key) => {
      const body = {
        git_provider_type: values.git_provider_type as Writable,
        host: String(values.host).trim(),
        name: textOrNull(values, 'name'),
        token: String(values.token).trim(),
      };
      return answer(api.POST(ALL, { params: { header: { 'Idempotency-Key': key } }, body }));
    },
    remove: ({ git_connection_id }) => answer(api.DELETE(ONE, { params: { path: { git_connection_id } } })),
    Facts,
    Fields,
  };
}

function Facts({ item }: { item: GitConnection }) {
  return (
    <>
      <span>{TYPES[item.git_provider_type as Writable] ?? item.git_provider_type}</span>
      {item.name && <code>{marked(item.host)}</code>}
      <Age at={item.created_at} />
    </>
  );
}

function Fields({ form, item }: { form: Form; item: GitConnection | null }) {
  return (
    <>
      {item ? (
        <p class="hint">{TYPES[item.git_provider_type as Writable] ?? item.git_provider_type}</p>
      ) : (
        <ChoiceField form={form} name="git_provider_type" label="It is" choices={TYPES} />
      )}
      <div class="pair">
        <TextField
          form={form}
          name="host"
          label="Host"
          placeholder="github.com"
          spellcheck={false}
          hint="With a port, where it has one of its own."
        />
        <TextField form={form} name="name" label="Name" placeholder="as the host" />
      </div>
      {!item && (
        <HiddenField
          form={form}
          name="token"
          label="Token"
          hint="Kept encrypted and shown to nobody. It should open no more than agents need."
        />
      )}
    </>
  );
}
