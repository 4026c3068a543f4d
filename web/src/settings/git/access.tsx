// What an organization reaches at the hosts of git repositories.
import { useEffect } from 'preact/hooks';
import { answer, api } from '../../api/client.ts';
import type { GitPermission, Page } from '../../api/types.ts';
import { CheckField, ChoiceField, TextField } from '../../parts/shelf/fields.tsx';
import type { Form, Values } from '../../parts/shelf/form.ts';
import type { Kind } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import { GIT, type Hosts } from './calls.ts';
import { nameOf } from './hosts.tsx';

const ALL = '/v3/enterprise/organizations/{org_id}/git-providers/permissions';
const ONE = '/v3/enterprise/organizations/{org_id}/git-providers/permissions/{git_permission_id}';
const FIRST = 100;

const COVERS = {
  repo_path: 'one repository',
  group_prefix: 'all repositories of a group or owner',
  prefix_path: 'all whose path begins so',
};

const EXAMPLES = { repo_path: 'acme/shop', group_prefix: 'acme', prefix_path: 'acme/shop-' };

type Covers = keyof typeof COVERS;

export const covered = (item: GitPermission) => item.repo_path ?? item.group_prefix ?? item.prefix_path ?? '';

const coversOf = (item: GitPermission): Covers =>
  item.repo_path ? 'repo_path' : item.group_prefix ? 'group_prefix' : 'prefix_path';

export function access(org: string, hosts: Hosts): Kind<GitPermission> {
  const path = { org_id: org };
  const one = (git_permission_id: string) => ({ params: { path: { ...path, git_permission_id } } });
  return {
    title: 'Git',
    one: 'permission',
    permission: GIT,
    adding: { link: 'Allow repositories', button: 'Allow' },
    address: to.settings(org, 'git'),
    command: `agent admin git-permission list ${org}`,
    page: after =>
      answer(api.GET(ALL, { params: { path, query: { first: FIRST, after } } })) as Promise<Page<GitPermission>>,
    get: null,
    id: item => item.git_permission_id,
    name: covered,
    text: item => item.repo_url ?? item.group_prefix_url ?? '',
    fixed: () => null,
    values: (item): Values => ({
      git_connection_id: item?.git_connection_id ?? hosts.all.peek()?.[0]?.git_connection_id ?? '',
      covers: item ? coversOf(item) : 'repo_path',
      path: item ? covered(item) : '',
      read_only: item?.read_only ?? false,
    }),
    save: async (item, values, key) => {
      const read_only = values.read_only === true;
      if (item) return answer(api.PATCH(ONE, { ...one(item.git_permission_id), body: { read_only } }));
      const added = {
        git_connection_id: String(values.git_connection_id),
        [values.covers as Covers]: String(values.path).trim(),
        read_only,
      };
      const params = { path, header: { 'Idempotency-Key': key } };
      const [saved] = await answer(api.POST(ALL, { params, body: { permissions: [added] } }));
      return saved as GitPermission;
    },
    remove: item => answer(api.DELETE(ONE, one(item.git_permission_id))),
    removal: item => ({
      verb: 'Remove',
      says: `Agents reach “${marked(covered(item))}” by this no more; sessions that run are refused at their next call of git.`,
    }),
    Facts: ({ item }) => <Facts item={item} hosts={hosts} />,
    Fields: ({ form, item }) => <Fields form={form} item={item} hosts={hosts} org={org} />,
  };
}

const hostOf = (hosts: Hosts, id: string) => hosts.all.value?.find(each => each.git_connection_id === id);

function Facts({ item, hosts }: { item: GitPermission; hosts: Hosts }) {
  const host = hostOf(hosts, item.git_connection_id);
  return (
    <>
      <span>{COVERS[coversOf(item)]}</span>
      {host && <span>{marked(nameOf(host))}</span>}
      {item.read_only && <span class="tag">reading only</span>}
    </>
  );
}

interface Properties {
  form: Form;
  item: GitPermission | null;
  hosts: Hosts;
  org: string;
}

function Fields({ form, item, hosts, org }: Properties) {
  if (item) {
    return (
      <>
        <p class="hint">{COVERS[coversOf(item)]}</p>
        <ReadOnly form={form} />
      </>
    );
  }
  if (hosts.all.value?.length === 0) {
    return (
      <p class="hint">
        There is no git host yet: <a href={`${to.settings(org, 'git-hosts')}?item=new`}>add one</a> first.
      </p>
    );
  }
  return <Added form={form} hosts={hosts} />;
}

const ReadOnly = ({ form }: { form: Form }) => (
  <CheckField form={form} name="read_only" label="Reading only" hint="Agents fetch from there, and push nothing." />
);

function Added({ form, hosts }: { form: Form; hosts: Hosts }) {
  const all = hosts.all.value ?? [];
  const choices = Object.fromEntries(all.map(host => [host.git_connection_id, nameOf(host)]));
  const covers = form.text('covers') as Covers;
  const chosen = form.text('git_connection_id');
  useEffect(() => {
    const first = all[0];
    if (!chosen && first) form.set('git_connection_id', first.git_connection_id);
    hosts.offer(chosen);
  }, [chosen, all]);
  return (
    <>
      <ChoiceField form={form} name="git_connection_id" label="Host" choices={choices} />
      <ChoiceField form={form} name="covers" label="Agents reach" choices={COVERS} />
      <TextField
        form={form}
        name="path"
        also={['permissions']}
        label="Path"
        placeholder={EXAMPLES[covers]}
        list="known-repositories"
        spellcheck={false}
        hint={
          hosts.unread.value ? `The host’s repositories can’t be offered: ${marked(hosts.unread.value)}` : undefined
        }
      />
      <datalist id="known-repositories">
        {hosts.repositories.value.map(name => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <ReadOnly form={form} />
    </>
  );
}
