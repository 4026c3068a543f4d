// Programs that work in an organization, each with keys of its own.
import { answer, api } from '../../api/client.ts';
import { Refusal } from '../../api/problem.ts';
import type { ServiceUser } from '../../api/types.ts';
import { may, mayInAccount } from '../../boot.ts';
import { MAKES_SERVICE_USERS, type Roles } from '../../members/roles.ts';
import { Facts } from '../../members/service-users/facts.tsx';
import { Filters } from '../../members/service-users/filters.tsx';
import { FirstKey, USUAL_LIFE } from '../../members/service-users/first-key.tsx';
import { Keys } from '../../members/service-users/keys.tsx';
import type { State } from '../../members/service-users/state.ts';
import { ChoiceField, TextField } from '../../parts/shelf/fields.tsx';
import type { Form, Values } from '../../parts/shelf/form.ts';
import type { Kind } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';

const ALL = '/v3/enterprise/organizations/{org_id}/members/service-users';
const ROLE = '/v3/enterprise/organizations/{org_id}/members/service-users/{service_user_id}';
const ONE = '/v3/enterprise/members/service-users/{service_user_id}';
const CREATE = '/v3beta1/organizations/{org_id}/service-users';
const OWN = '/v3beta1/organizations/{org_id}/service-users/{service_user_id}';
const FIRST = 200;

const LISTS = 'ViewAccountMembership';
const CREATES = 'ManageOrgServiceUsers';
const CHANGES = 'ManageAccountMembership';

export function serviceUsers(org: string, { roles, inactive, fresh }: State): Kind<ServiceUser> {
  const path = { org_id: org };
  const one = (service_user_id: string) => ({ params: { path: { ...path, service_user_id } } });
  // Whoever makes them in the organization alone sees those that belong to it, and may end them.
  const lists = mayInAccount(LISTS);
  const own = may(org, CREATES) && !mayInAccount(CHANGES);
  const look = (service_user_id: string) => answer(api.GET(ONE, { params: { path: { service_user_id } } }));
  const remove = async ({ service_user_id }: ServiceUser) => {
    if (own) {
      await answer(api.DELETE(OWN, one(service_user_id)));
      return;
    }
    const { role_assignments } = await look(service_user_id);
    const elsewhere = role_assignments.some(each => each.org_id !== org);
    if (elsewhere) await answer(api.DELETE(ROLE, one(service_user_id)));
    else await answer(api.DELETE(ONE, { params: { path: { service_user_id } } }));
  };
  return {
    title: 'Service users',
    one: 'service user',
    permission: lists && !own ? 'ViewOrgMembership' : CREATES,
    lacks: may(org, CREATES) ? null : CREATES,
    adding: { link: 'New service user', button: 'Create' },
    unseen: null,
    address: to.settings(org, 'service-users'),
    command: `agent admin service-user create nightly --of ${org} --role org_member --days 90`,
    page: async after => {
      const query = { first: FIRST, after, include_inactive: inactive.peek() };
      return own
        ? answer(api.GET(CREATE, { params: { path, query } }))
        : answer(api.GET(ALL, { params: { path, query } }));
    },
    get: async id => (own ? answer(api.GET(OWN, one(id))) : within(org, await look(id))),
    id: user => user.service_user_id,
    name: user => user.name,
    text: user => user.role_assignments.map(each => each.role.role_name).join('\n'),
    fixed: user => {
      if (user.deleted_at !== null) return 'It was deleted; its name stays in records.';
      return own || mayInAccount(CHANGES) ? null : `Changing it needs ${CHANGES}.`;
    },
    values: (user): Values => {
      if (user) return { role_id: user.role_assignments[0]?.role.role_id ?? '' };
      return { name: '', role_id: 'org_member', ttl_seconds: USUAL_LIFE };
    },
    save: async (user, values, key) => {
      const role_id = String(values.role_id);
      if (user) {
        const change = { ...one(user.service_user_id), body: { role_id } };
        return own ? answer(api.PATCH(OWN, change)) : answer(api.PATCH(ROLE, change));
      }
      const header = { 'Idempotency-Key': key };
      const body = { name: String(values.name).trim(), role_id, ttl_seconds: Number(values.ttl_seconds) };
      const made = await answer(api.POST(CREATE, { params: { path, header }, body }));
      fresh.value = { of: made.service_user.service_user_id, token: made.token };
      return made.service_user;
    },
    remove,
    removal: user => ({
      verb: 'Delete',
      says: `“${marked(user.name)}” is gone for good then, and none of its keys works any more${own ? ', wherever it has roles.' : '. Where it has roles elsewhere too, only that in this organization is taken away.'}`,
    }),
    Facts: ({ item }) => <Facts of={item} roles={item.role_assignments.map(each => each.role.role_name)} />,
    Fields: ({ form, item }) => <Fields form={form} item={item} roles={roles} own={own} />,
    Filters: ({ shelf }) => <Filters shelf={shelf} inactive={inactive} />,
    Parts: ({ item }) => <Keys org={org} user={item} fresh={fresh} />,
  };
}

/** As the organization's list shows it; who has no role there is not one of its own. */
function within(org: string, user: ServiceUser): ServiceUser {
  const role_assignments = user.role_assignments.filter(each => each.org_id === org);
  if (role_assignments.length === 0) {
    throw new Refusal(404, 'service_user_not_found', 'No such service user', null, null);
  }
  return { ...user, role_assignments };
}

interface FieldsProperties {
  form: Form;
  item: ServiceUser | null;
  roles: Roles;
  own: boolean;
}

function Fields({ form, item, roles, own }: FieldsProperties) {
  const grantable = roles.choices(
    'org',
    role => (item !== null && !own) || !role.permissions.some(each => MAKES_SERVICE_USERS.includes(each)),
    item?.role_assignments[0]?.role,
  );
  return (
    <>
      {!item && <TextField form={form} name="name" label="Name" placeholder="nightly" spellcheck={false} />}
      <ChoiceField form={form} name="role_id" label="Role in this organization" choices={grantable} />
      {!item && <FirstKey form={form} />}
    </>
  );
}
