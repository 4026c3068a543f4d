// How somebody comes into an organization.
import { answer, api } from '../../api/client.ts';
import { refusal } from '../../api/problem.ts';
import type { Person } from '../../api/types.ts';
import { roleOf } from '../../members/person.ts';
import { type Values, wrong } from '../../parts/shelf/form.ts';

const INVITATIONS = '/v3/enterprise/members/users';
const ALL = '/v3beta1/organizations/{org_id}/members/users';
const ONE = '/v3beta1/organizations/{org_id}/members/users/{user_id}';

type Member = Omit<Person, 'idp_role_assignments'>;

const address = (values: Values) => String(values.email).trim();

/** Gives a role to somebody of the account. */
export function add(org_id: string, values: Values, key: string): Promise<Person> {
  const params = { path: { org_id }, header: { 'Idempotency-Key': key } };
  const body = { email: address(values), role_id: String(values.role_id) };
  return unlessThere(org_id, values, () => answer(api.POST(ALL, { params, body })));
}

/** As {@link add}; who is not in the account yet comes into it too. */
export async function invite(org_id: string, values: Values, key: string): Promise<Person> {
  const invited = await answer(
    api.POST(INVITATIONS, {
      params: { header: { 'Idempotency-Key': key } },
      body: { emails: [address(values)], enterprise_role_id: String(values.enterprise_role_id) },
    }),
  );
  const user = invited[0];
  if (!user) throw wrong('email', 'An address is needed');
  const params = { path: { org_id, user_id: user.user_id } };
  const body = { role_id: String(values.role_id) };
  return unlessThere(org_id, values, () => answer(api.POST(ONE, { params, body })));
}

/** Whoever has that role already has it by an earlier try, perhaps. */
async function unlessThere(org_id: string, values: Values, give: () => Promise<Member>): Promise<Person> {
  try {
    return { ...(await give()), idp_role_assignments: [] };
  } catch (thrown) {
    if (refusal(thrown).code !== 'already_member') throw thrown;
    const query = { email: address(values) };
    const [there] = (await answer(api.GET(ALL, { params: { path: { org_id }, query } }))).items;
    const person = there && { ...there, idp_role_assignments: [] };
    if (person && roleOf(person)?.role_id === values.role_id) return person;
    throw wrong('email', 'This person has another role here already: change it there, the list leads to it');
  }
}
