// All programs of the account with their keys, those of its organizations too.
import { answer, api } from '../../api/client.ts';
import type { ServiceUser } from '../../api/types.ts';
import { mayInAccount, organizationName } from '../../boot.ts';
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
import { Used } from '../used.tsx';

const ALL = '/v3/enterprise/members/service-users';
const ONE = '/v3/enterprise/members/service-users/{service_user_id}';
const CREATE = '/v3beta1/enterprise/service-users';
const FIRST = 200;

const CREATES = 'ManageAccountServiceUsers';
const CHANGES = 'ManageAccountMembership';

/** The role that holds in the whole account. */
const held = (user: ServiceUser) => user.role_assignments.find(each => each.org_id === null)?.role;

const rolesOf = (user: ServiceUser) =>
  user.role_assignments.map(({ role, org_id }) =>
    org_id === null ? role.role_name : `${role.role_name} in ${organizationName(org_id)}`,
  );

export function serviceUsers({ roles, inactive, fresh }: State): Kind<ServiceUser> {
  const one = (service_user_id: string) => ({ params: { path: { service_user_id } } });
  return {
    title: 'Service users',
    one: 'service user',
    permission: 'ViewAccountMembership',
    lacks: mayInAccount(CREATES) ? null : CREATES,
    adding: { link: 'New service user', button: 'Create' },
    address: to.account('service-users'),
    command: 'agent admin service-user create nightly --role account_member --days 90',
    page: after =>
      answer(api.GET(ALL, { params: { query: { first: FIRST, after, include_inactive: inactive.peek() } } })),
    get: id => answer(api.GET(ONE, one(id))),
    id: user => user.service_user_id,
    name: user => user.name,
    text: user => rolesOf(user).join('\n'),
    fixed: user => {
      if (user.deleted_at !== null) return 'It was deleted; its name stays in records.';
      return mayInAccount(CHANGES) ? null : `Changing it needs ${CHANGES}.`;
    },
    values: (user): Values => {
      if (user) return { role_id: held(user)?.role_id ?? '' };
      return { name: '', role_id: 'account_member', ttl_seconds: USUAL_LIFE };
    },
    save: async (user, values, key) => {
      const role_id = String(values.role_id);
      if (user) {
        const change = { ...one(user.service_user_id), body: { role_id } };
        return held(user) ? answer(api.PATCH(ONE, change)) : answer(api.POST(ONE, change));
      }
      const header = { 'Idempotency-Key': key };
      const body = { name: String(values.name).trim(), role_id, ttl_seconds: Number(values.ttl_seconds) };
      const made = await answer(api.POST(CREATE, { params: { header }, body }));
      fresh.value = { of: made.service_user.service_user_id, token: made.token };
      return made.service_user;
    },
    remove: user => answer(api.DELETE(ONE, one(user.service_user_id))),
    removal: user => ({
      verb: 'Delete',
      says: `“${marked(user.name)}” is gone for good then with its roles${listed(rolesOf(user))}, and none of its keys works any more.`,
    }),
    Facts: ({ item }) => <Facts of={item} roles={rolesOf(item)} />,
    Fields: ({ form, item }) => <Fields form={form} item={item} roles={roles} />,
    Filters: ({ shelf }) => <Filters shelf={shelf} inactive={inactive} />,
    Actions: ({ item }) => <Used by={{ kind: 'service_user', id: item.service_user_id }} />,
    Parts: ({ item }) => <Keys org={null} user={item} fresh={fresh} />,
  };
}

const listed = (roles: string[]) => (roles.length > 0 ? ` (${marked(roles.join(', '))})` : '');

function Fields({ form, item, roles }: { form: Form; item: ServiceUser | null; roles: Roles }) {
  const role = item ? held(item) : undefined;
  const grantable = roles.choices(
    'enterprise',
    each => item !== null || !each.permissions.some(permission => MAKES_SERVICE_USERS.includes(permission)),
    role,
  );
  return (
    <>
      {!item && <TextField form={form} name="name" label="Name" placeholder="nightly" spellcheck={false} />}
      <ChoiceField
        form={form}
        name="role_id"
        label="Role in the whole account"
        choices={item && !role ? { '': 'none', ...grantable } : grantable}
      />
      {!item && <FirstKey form={form} />}
    </>
  );
}
