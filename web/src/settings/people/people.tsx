// Who may do what in an organization: by a role that was given to them, or through groups of the identity provider.
import { answer, api } from '../../api/client.ts';
import type { Person } from '../../api/types.ts';
import { boot, may, mayInAccount } from '../../boot.ts';
import { Filters } from '../../members/filters.tsx';
import { pagesOfPeople } from '../../members/pages.ts';
import { isByGroups, isInvited, roleOf, rolesOf } from '../../members/person.ts';
import type { Roles } from '../../members/roles.ts';
import { ChoiceField, TextField } from '../../parts/shelf/fields.tsx';
import type { Form, Values } from '../../parts/shelf/form.ts';
import type { Kind, Removal } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import { add, invite } from './adding.ts';

const OWN = '/v3beta1/organizations/{org_id}/members/users';
const BY_GROUPS = '/v3beta1/organizations/{org_id}/members/idp-users';
const ONE = '/v3beta1/organizations/{org_id}/members/users/{user_id}';
const WRITES = 'ManageOrgMembership';
const INVITES = 'ManageAccountMembership';

export function people(org: string, roles: Roles): Kind<Person> {
  const one = (user_id: string) => ({ params: { path: { org_id: org, user_id } } });
  const invites = mayInAccount(INVITES);
  const lacks = invites || may(org, WRITES) ? null : WRITES;
  return {
    title: 'People',
    one: 'person',
    permission: 'ViewOrgMembership',
    lacks,
    adding: invites ? { link: 'Invite a person', button: 'Invite' } : { link: 'Add a person', button: 'Add' },
    address: to.settings(org, 'people'),
    command: `agent ${invites ? 'admin member invite' : 'member add'} ada@example.org`,
    page: pagesOfPeople({
      own: query => answer(api.GET(OWN, { params: { path: { org_id: org }, query } })),
      byGroups: query => answer(api.GET(BY_GROUPS, { params: { path: { org_id: org }, query } })),
    }),
    get: id => answer(api.GET(ONE, one(id))),
    id: person => person.user_id,
    name: person => person.name ?? person.email ?? person.user_id,
    text: person => [person.email, isInvited(person) && 'invited', ...rolesOf(person)].filter(Boolean).join('\n'),
    fixed: () => lacks && `Changing it needs ${lacks}.`,
    values: (person): Values => {
      if (person) return { role_id: roleOf(person)?.role_id ?? '' };
      return { email: '', role_id: 'org_member', enterprise_role_id: 'account_member' };
    },
    save: async (person, values, key) => {
      if (!person) return (invites ? invite : add)(org, values, key);
      const request = { ...one(person.user_id), body: { role_id: String(values.role_id) } };
      const saved = await (roleOf(person) ? answer(api.PATCH(ONE, request)) : answer(api.POST(ONE, request)));
      return { ...person, ...saved };
    },
    remove: person => answer(api.DELETE(ONE, one(person.user_id))),
    removal,
    Facts,
    Fields: ({ form, item }) => <Fields form={form} item={item} roles={roles} invites={invites} />,
    Filters,
  };
}

function removal(person: Person): Removal<Person> | null {
  if (!roleOf(person)) return null;
  const byGroups = isByGroups(person);
  const whose = person.user_id === boot.user_id ? 'You give up your own role' : 'The role is taken away';
  const rest = byGroups ? 'Roles by groups stay.' : 'The person stays in the account.';
  return {
    verb: 'Remove',
    says: `${whose} in this organization. ${rest}`,
    leaves: byGroups ? { ...person, role_assignments: [] } : undefined,
  };
}

function Facts({ item }: { item: Person }) {
  return (
    <>
      {isInvited(item) && <span class="badge busy">invited</span>}
      {rolesOf(item).map(role => (
        <span key={role}>{marked(role)}</span>
      ))}
      {item.name !== null && item.email && <span>{marked(item.email)}</span>}
    </>
  );
}

interface FieldsProperties {
  form: Form;
  item: Person | null;
  roles: Roles;
  /** Else only who is in the account already is added. */
  invites: boolean;
}

function Fields({ form, item, roles, invites }: FieldsProperties) {
  const held = item ? roleOf(item) : undefined;
  const inOrganization = roles.choices('org', () => true, held);
  return (
    <>
      {item ? (
        <Standing person={item} />
      ) : (
        <TextField
          form={form}
          name="email"
          also={['emails']}
          type="email"
          label="E-mail address"
          placeholder="ada@example.org"
          spellcheck={false}
          hint={
            invites
              ? 'Whoever signs in with it is this person. No mail is sent: tell them.'
              : `Of somebody who is in the account. Inviting others needs ${INVITES}.`
          }
        />
      )}
      <ChoiceField
        form={form}
        name="role_id"
        label="Role in this organization"
        choices={held || !item ? inOrganization : { '': 'none but by groups', ...inOrganization }}
      />
      {!item && invites && (
        <ChoiceField
          form={form}
          name="enterprise_role_id"
          label="Role in the whole account, for who is new there"
          choices={roles.choices('enterprise', () => true)}
        />
      )}
    </>
  );
}

function Standing({ person }: { person: Person }) {
  return (
    <div class="standing">
      {person.email && <p>{marked(person.email)}</p>}
      {isInvited(person) && <p class="hint">Invited; has not signed in yet.</p>}
      {person.idp_role_assignments.map(({ idp_group_name, role }) => (
        <p key={idp_group_name}>
          {marked(role.role_name)} by the group {marked(idp_group_name)} of the identity provider.
        </p>
      ))}
    </div>
  );
}
