// Everybody in the account, with the role that holds everywhere in it.
import { answer, api } from '../../api/client.ts';
import type { Person } from '../../api/types.ts';
import { boot, mayInAccount } from '../../boot.ts';
import { Filters } from '../../members/filters.tsx';
import { pagesOfPeople } from '../../members/pages.ts';
import { isInvited, organizationsOf, roleOf, rolesOf, within } from '../../members/person.ts';
import type { Roles } from '../../members/roles.ts';
import { ChoiceField } from '../../parts/shelf/fields.tsx';
import type { Form, Values } from '../../parts/shelf/form.ts';
import type { Kind } from '../../parts/shelf/kind.ts';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import { plural } from '../../text/time.tsx';
import { Used } from '../used.tsx';
import { Invitation } from './invitation.tsx';
import { invited } from './invited.ts';
import { removal } from './removal.ts';
import { Standing } from './standing.tsx';

const ALL = '/v3/enterprise/members/users';
const BY_GROUPS = '/v3/enterprise/members/idp-users';
const ONE = '/v3/enterprise/members/users/{user_id}';
const WRITES = 'ManageAccountMembership';

export function people(roles: Roles): Kind<Person> {
  const one = (user_id: string) => ({ params: { path: { user_id } } });
  const lacks = mayInAccount(WRITES) ? null : WRITES;
  /** Of one invitation, that the list does not show yet. */
  let others = false;
  return {
    title: 'People',
    one: 'person',
    permission: 'ViewAccountMembership',
    lacks,
    adding: { link: 'Invite people', button: 'Invite' },
    address: to.account('people'),
    command: 'agent admin member invite ada@example.org',
    page: pagesOfPeople({
      own: query => answer(api.GET(ALL, { params: { query } })),
      byGroups: query => answer(api.GET(BY_GROUPS, { params: { query } })),
    }),
    get: id => answer(api.GET(ONE, one(id))),
    id: person => person.user_id,
    name: person => person.name ?? person.email ?? person.user_id,
    text: person => [person.email, isInvited(person) && 'invited', ...rolesOf(person)].filter(Boolean).join('\n'),
    fixed: person => {
      if (lacks) return `Changing it needs ${lacks}.`;
      return inAccount(person) ? null : 'No role in the whole account was given: there is none to be changed here.';
    },
    removable: true,
    values: (person): Values => {
      if (person) return { role_id: inAccount(person)?.role_id ?? '' };
      return { emails: '', enterprise_role_id: 'account_member' };
    },
    save: async (person, values, key) => {
      if (person) {
        const body = { role_id: String(values.role_id) };
        return { ...person, ...(await answer(api.PATCH(ONE, { ...one(person.user_id), body }))) };
      }
      const emails = invited(String(values.emails));
      const body = { emails, enterprise_role_id: String(values.enterprise_role_id) };
      const users = await answer(api.POST(ALL, { params: { header: { 'Idempotency-Key': key } }, body }));
      others = users.length > 1;
      return { ...(users[0] as Person), idp_role_assignments: [] };
    },
    spreads: () => {
      const known = others;
      others = false;
      return known;
    },
    remove: person => answer(api.DELETE(ONE, one(person.user_id))),
    removal: person => (lacks ? null : removal(person, boot.user_id)),
    Facts,
    Fields: ({ form, item }) =>
      item ? <Given form={form} item={item} roles={roles} /> : <Invitation form={form} roles={roles} />,
    Filters,
    Actions: ({ item }) => <Used by={{ kind: 'user', id: item.user_id }} />,
  };
}

const inAccount = (person: Person) => roleOf(within(person, null));

function Facts({ item }: { item: Person }) {
  const organizations = organizationsOf(item).length;
  return (
    <>
      {isInvited(item) && <span class="badge busy">invited</span>}
      {rolesOf(within(item, null)).map(role => (
        <span key={role}>{marked(role)}</span>
      ))}
      {organizations > 0 && <span>{plural(organizations, 'organization')}</span>}
      {item.name !== null && item.email && <span>{marked(item.email)}</span>}
    </>
  );
}

function Given({ form, item, roles }: { form: Form; item: Person; roles: Roles }) {
  const held = inAccount(item);
  const choices = roles.choices('enterprise', () => true, held);
  return (
    <>
      <Standing person={item} />
      {held && <ChoiceField form={form} name="role_id" label="Role in the whole account" choices={choices} />}
    </>
  );
}
