// Groups of organizations that may use so much together in a billing cycle. The API keeps them as one whole.
import { useMemo } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { Organization, OrgGroupLimits, Page } from '../api/types.ts';
import { AreaField, TextField } from '../parts/shelf/fields.tsx';
import { numberOrNull, type Values, wrong } from '../parts/shelf/form.ts';
import type { Kind } from '../parts/shelf/kind.ts';
import { ShelfScreen } from '../parts/shelf/screen.tsx';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';
import { plural } from '../text/time.tsx';

const ALL = '/v3/enterprise/org-group-limits';
const ORGANIZATIONS = '/v3/enterprise/organizations';
const FIRST = 200;

interface Group {
  name: string;
  /** Names of those that still exist. */
  organizations: string[];
  limit: number | null;
}

/** Of each organization of the account; the reader may see them all. */
async function organizations(): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  let after: string | undefined;
  do {
    const params = { query: { first: FIRST, after } };
    const page = (await answer(api.GET(ORGANIZATIONS, { params }))) as Page<Organization>;
    for (const { org_id, name } of page.items) names.set(org_id, name);
    after = page.has_next_page ? (page.end_cursor ?? undefined) : undefined;
  } while (after);
  return names;
}

const groupsOf = ({ groups }: OrgGroupLimits, names: Map<string, string>): Group[] =>
  Object.entries(groups).map(([name, { org_ids, max_cycle_acus }]) => ({
    name,
    organizations: org_ids.map(id => names.get(id) ?? id),
    limit: max_cycle_acus,
  }));

async function read(): Promise<Group[]> {
  const [limits, names] = await Promise.all([answer(api.GET(ALL, {})), organizations()]);
  return groupsOf(limits, names);
}

/** By name or id, one a line. */
function idsOf(values: Values, names: Map<string, string>): string[] {
  const ids = new Map([...names].map(([id, name]) => [name.toLowerCase(), id]));
  return String(values.organizations)
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean)
    .map(line => {
      const id = names.has(line) ? line : ids.get(line.toLowerCase());
      if (!id) throw wrong('organizations', `There is no organization ${marked(line)}`);
      return id;
    });
}

/** The API says of all that is wrong only that it is one of the groups. */
function limitOf(values: Values): number | null {
  const limit = numberOrNull(values, 'limit');
  if (limit !== null && !(Number.isInteger(limit) && limit >= 0))
    throw wrong('limit', 'A whole number of ACUs is needed');
  return limit;
}

/** All groups are read anew, and written with this one changed. */
async function change(before: string | null, name: string | null, values?: Values): Promise<Group> {
  const [{ groups }, names] = await Promise.all([answer(api.GET(ALL, {})), organizations()]);
  if (before !== null && !Object.hasOwn(groups, before)) {
    throw wrong('name', `There is no group ${marked(before)} any more: somebody has deleted or renamed it`);
  }
  if (name !== null && name !== before && Object.hasOwn(groups, name)) {
    throw wrong('name', 'There is a group of this name');
  }
  const kept = Object.entries(groups).filter(([each]) => each !== before);
  const next = new Map(kept);
  if (name !== null && values) next.set(name, { org_ids: idsOf(values, names), max_cycle_acus: limitOf(values) });
  // Of pairs every name is its own, also one that all objects have.
  const body: OrgGroupLimits = { groups: Object.fromEntries(next) };
  const saved = groupsOf(await answer(api.PUT(ALL, { body })), names);
  return saved.find(group => group.name === name) ?? { name: before ?? '', organizations: [], limit: null };
}

const groups: Kind<Group> = {
  title: 'Shared limits',
  one: 'group',
  permission: 'ManageOrganizations',
  address: to.account('shared-limits'),
  command: 'agent admin org-group list',
  page: async () => {
    const items = await read();
    return { items, has_next_page: false, end_cursor: null, total: items.length };
  },
  get: null,
  // No group is taken for a new one.
  id: group => `group ${group.name}`,
  name: group => group.name,
  text: group => group.organizations.join('\n'),
  fixed: () => null,
  values: group => ({
    name: group?.name ?? '',
    organizations: (group?.organizations ?? []).join('\n'),
    limit: String(group?.limit ?? ''),
  }),
  save: (group, values) => {
    const name = String(values.name).trim();
    if (!name) throw wrong('name', 'A name is needed');
    return change(group?.name ?? null, name, values);
  },
  remove: group => change(group.name, null),
  removal: group => ({
    verb: 'Delete',
    says: `The organizations of “${marked(group.name)}” have no limit together then; each keeps its own.`,
  }),
  Facts: ({ item }) => (
    <>
      <span>{item.limit === null ? 'no limit' : `${plural(item.limit, 'ACU')} a cycle`}</span>
      <span>{plural(item.organizations.length, 'organization')}</span>
    </>
  ),
  Fields: ({ form }) => (
    <>
      <TextField form={form} name="name" label="Name" />
      <AreaField
        form={form}
        name="organizations"
        also={['groups']}
        label="Organizations"
        rows={6}
        hint="One a line, by name or id. Each is in one group at most."
      />
      <TextField form={form} name="limit" label="They may use together in a cycle, ACUs" placeholder="no limit" />
    </>
  ),
};

export function SharedLimitsScreen() {
  const kind = useMemo(() => groups, []);
  return <ShelfScreen org={null} kind={kind} />;
}
