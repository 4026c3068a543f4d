// Groups of the identity provider that the account knows, with the roles that those have who are in them.
import { answer, api } from '../../api/client.ts';
import type { Group, Page } from '../../api/types.ts';
import { mayInAccount, organizationName } from '../../boot.ts';
import type { Roles } from '../../members/roles.ts';
import { AreaField, ChoiceField } from '../../parts/shelf/fields.tsx';
import { type Form, lines, type Values, wrong } from '../../parts/shelf/form.ts';
import type { Kind, Removal } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import { plural } from '../../text/time.tsx';
import { inAccount, inOrganizations } from './assignments.ts';
import { Organizations } from './organizations.tsx';
import { hold } from './roles.ts';

const REGISTERED = '/v3/enterprise/idp-groups';
const KNOWN = '/v3/enterprise/idp-groups/{idp_group_name}';
const ALL = '/v3/enterprise/members/idp-groups';
const ONE = '/v3/enterprise/members/idp-groups/{idp_group_name}';
const FIRST = 200;
const WRITES = 'ManageAccountMembership';

export function groups(roles: Roles): Kind<Group> {
  const one = (idp_group_name: string) => ({ params: { path: { idp_group_name } } });
  const lacks = mayInAccount(WRITES) ? null : WRITES;
  /** Of one registration, that the list does not show yet. */
  let others = false;
  return {
    title: 'Groups',
    one: 'group',
    permission: 'ViewAccountMembership',
    lacks,
    adding: { link: 'Register groups', button: 'Register' },
    address: to.account('groups'),
    command: 'agent admin idp-group register writers',
    page: after => answer(api.GET(ALL, { params: { query: { first: FIRST, after } } })) as Promise<Page<Group>>,
    get: id => answer(api.GET(ONE, one(id))),
    id: group => group.idp_group_name,
    name: group => group.idp_group_name,
    text: group => group.role_assignments.map(each => each.role.role_name).join('\n'),
    fixed: () => lacks && `Changing it needs ${lacks}.`,
    values: (group): Values => (group ? { role_id: inAccount(group)?.role_id ?? '' } : { idp_group_names: '' }),
    save: async (group, values, key) => {
      if (group) return hold(group, null, String(values.role_id));
      const idp_group_names = lines(values, 'idp_group_names');
      if (idp_group_names.length === 0) throw wrong('idp_group_names', 'A name is needed');
      const header = { 'Idempotency-Key': key };
      const known = await answer(api.POST(REGISTERED, { params: { header }, body: { idp_group_names } }));
      others = known.length > 1;
      // It may have been there before, with roles.
      return answer(api.GET(ONE, one(known[0]?.idp_group_name ?? '')));
    },
    spreads: () => {
      const many = others;
      others = false;
      return many;
    },
    remove: group =>
      inAccount(group)
        ? answer(api.DELETE(ONE, one(group.idp_group_name)))
        : answer(api.DELETE(KNOWN, one(group.idp_group_name))),
    removal,
    Facts,
    Fields: ({ form, item }) => <Fields form={form} item={item} roles={roles} />,
    Parts: ({ item, shelf }) => (
      <Organizations group={item} roles={roles} lacks={lacks} changed={group => shelf.put(group)} />
    ),
  };
}

/** Its roles first; without any it may be forgotten. */
function removal(group: Group): Removal<Group> {
  const name = marked(group.idp_group_name);
  const role = inAccount(group);
  if (!role) return { verb: 'Delete', says: `“${name}” is not known any more then: nobody has roles by it.` };
  const there = inOrganizations(group).map(each => organizationName(each.org_id ?? ''));
  const besides = there.length > 0 ? `, and its roles in organizations: ${marked(there.join(', '))}` : '';
  return {
    verb: 'Remove',
    says: `Takes “${marked(role.role_name)}” in the whole account away from all who are in “${name}”${besides}. Roles of their own stay, and the group stays registered.`,
    leaves: { ...group, role_assignments: [] },
  };
}

function Facts({ item }: { item: Group }) {
  const role = inAccount(item);
  const there = inOrganizations(item).length;
  return (
    <>
      <span>{role ? marked(role.role_name) : 'no role'}</span>
      {there > 0 && <span>{plural(there, 'organization')}</span>}
    </>
  );
}

function Fields({ form, item, roles }: { form: Form; item: Group | null; roles: Roles }) {
  if (!item) {
    return (
      <AreaField
        form={form}
        name="idp_group_names"
        label="Names"
        rows={4}
        code
        hint="One a line, letter by letter as the identity provider says them. Roles are given afterwards."
      />
    );
  }
  const role = inAccount(item);
  const choices = roles.choices('enterprise', () => true, role);
  return (
    <ChoiceField
      form={form}
      name="role_id"
      label="Role in the whole account, of all who are in it"
      choices={role ? choices : { '': 'none', ...choices }}
    />
  );
}
