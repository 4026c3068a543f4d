// Who may do what in an organization: by a role that was given to them, or through groups of the identity provider.
import { answer, api } from '../../api/client.ts';
import { refusal } from '../../api/problem.ts';
import type { Person } from '../../api/types.ts';
import { boot, mayInAccount } from '../../boot.ts';
import { ChoiceField, TextField } from '../../parts/shelf/fields.tsx';
import { type Form, type Values, wrong } from '../../parts/shelf/form.ts';
import type { Kind, Removal } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import type { Roles } from '../roles.ts';
import { Filters } from './filters.tsx';
import { pagesOfPeople } from './pages.ts';
import { isByGroups, isInvited, roleOf, rolesOf } from './person.ts';

const ONE = '/v3beta1/organizations/{org_id}/members/users/{user_id}';
const INVITATIONS = '/v3/enterprise/members/users';
const ROLE = '/v3/enterprise/organizations/{org_id}/members/users/{user_id}';
const WRITES = 'ManageAccountMembership';

export function people(org: string, roles: Roles): Kind<Person> {
  const one = (user_id: string) => ({ params: { path: { org_id: org, user_id } } });
  const lacks = mayInAccount(WRITES) ? null : WRITES;
  /** Whoever has that role already has it by an earlier try, perhaps. */
  const give = async (user_id: string, body: { role_id: string }): Promise<Person> => {
    try {
      const member = await answer(api.POST(ROLE, { ...one(user_id), body }));
      return { ...member, idp_role_assignments: [] };
    } catch (thrown) {
      if (refusal(thrown).code !== 'already_member') throw thrown;
      const person = await answer(api.GET(ONE, one(user_id)));
      if (roleOf(person)?.role_id === body.role_id) return person;
      throw wrong('email', 'This person has another role here already: change it there, the list leads to it');
    }
  };
  return {
    title: 'People',
    one: 'person',
    permission: 'ViewOrgMembership',
    lacks,
    adding: { link: 'Invite a person', button: 'Invite' },
    address: to.settings(org, 'people'),
    command: 'agent admin member invite ada@example.org',
    page: pagesOfPeople(org),
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
      const body = { role_id: String(values.role_id) };
      if (person) {
        const request = { ...one(person.user_id), body };
        const saved = await (roleOf(person) ? answer(api.PATCH(ROLE, request)) : answer(api.POST(ROLE, request)));
        return { ...person, ...saved };
      }
      const invited = await answer(
        api.POST(INVITATIONS, {
          params: { header: { 'Idempotency-Key': key } },
          body: { emails: [String(values.email).trim()], enterprise_role_id: String(values.enterprise_role_id) },
        }),
      );
      const user = invited[0];
      if (!user) throw wrong('email', 'An address is needed');
      return give(user.user_id, body);
    },
    remove: person => answer(api.DELETE(ROLE, one(person.user_id))),
    removal,
    Facts,
    Fields: ({ form, item }) => <Fields form={form} item={item} roles={roles} />,
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

function Fields({ form, item, roles }: { form: Form; item: Person | null; roles: Roles }) {
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
          hint="Whoever signs in with it is this person. No mail is sent: tell them."
        />
      )}
      <ChoiceField
        form={form}
        name="role_id"
        label="Role in this organization"
        choices={held || !item ? inOrganization : { '': 'none but by groups', ...inOrganization }}
      />
      {!item && (
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
