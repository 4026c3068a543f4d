// The organizations of the account.
import { useMemo } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { Organization, Page } from '../api/types.ts';
import { boot } from '../boot.ts';
import { TextField } from '../parts/shelf/fields.tsx';
import { numberOrNull, type Values } from '../parts/shelf/form.ts';
import type { Kind } from '../parts/shelf/kind.ts';
import { ShelfScreen } from '../parts/shelf/screen.tsx';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';
import { Age } from '../text/time.tsx';

const ALL = '/v3/enterprise/organizations';
const ONE = '/v3/enterprise/organizations/{org_id}';
const FIRST = 200;

const one = (org_id: string) => ({ params: { path: { org_id } } });

const bodyOf = (values: Values) => ({
  name: String(values.name).trim(),
  max_session_acu_limit: numberOrNull(values, 'max_session_acu_limit'),
  max_cycle_acu_limit: numberOrNull(values, 'max_cycle_acu_limit'),
});

const organizations: Kind<Organization> = {
  title: 'Organizations',
  one: 'organization',
  permission: 'ManageOrganizations',
  address: to.account('organizations'),
  command: 'agent admin organization create acme',
  page: after => answer(api.GET(ALL, { params: { query: { first: FIRST, after } } })) as Promise<Page<Organization>>,
  get: id => answer(api.GET(ONE, one(id))),
  id: org => org.org_id,
  name: org => org.name,
  text: org => org.org_id,
  fixed: () => null,
  values: org => ({
    name: org?.name ?? '',
    max_session_acu_limit: String(org?.max_session_acu_limit ?? ''),
    max_cycle_acu_limit: String(org?.max_cycle_acu_limit ?? ''),
  }),
  save: (org, values, key) => {
    const body = bodyOf(values);
    if (org) return answer(api.PATCH(ONE, { ...one(org.org_id), body }));
    return answer(api.POST(ALL, { params: { header: { 'Idempotency-Key': key } }, body }));
  },
  remove: org => answer(api.DELETE(ONE, one(org.org_id))),
  removal: org => ({
    verb: 'Delete',
    says: `From then on “${marked(org.name)}” is as if it did not exist: its sessions end, its keys are refused, its people have no roles there. What it holds is erased after seven days.`,
  }),
  Facts: ({ item }) => (
    <>
      {item.max_cycle_acu_limit !== null && <span>{item.max_cycle_acu_limit} ACUs a cycle</span>}
      <Age at={item.created_at} />
    </>
  ),
  Fields: ({ form, item }) => (
    <>
      <TextField form={form} name="name" label="Name" />
      <div class="pair">
        <TextField
          form={form}
          name="max_session_acu_limit"
          label="One session may use, ACUs"
          placeholder={item ? 'no limit' : 'as the server has it'}
        />
        <TextField form={form} name="max_cycle_acu_limit" label="All, in a billing cycle" placeholder="no limit" />
      </div>
    </>
  ),
  // Whoever has just made one is in it only after the page is read anew.
  Actions: ({ item }) =>
    boot.organizations.some(each => each.org_id === item.org_id) ? (
      <a class="start" href={to.sessions(item.org_id)}>
        Its sessions
      </a>
    ) : null,
};

export function OrganizationsScreen() {
  const kind = useMemo(() => organizations, []);
  return <ShelfScreen org={null} kind={kind} />;
}
