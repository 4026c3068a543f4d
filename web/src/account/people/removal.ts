// What somebody loses who leaves the account.
import type { Person } from '../../api/types.ts';
import { organizationName } from '../../boot.ts';
import { organizationsOf, rolesOf, within } from '../../members/person.ts';
import type { Removal } from '../../parts/shelf/kind.ts';
import { marked } from '../../text/marks.ts';

/** So many organizations are named. */
const NAMED = 5;

export function removal(person: Person, self: string | null): Removal<Person> {
  const leaves = person.user_id === self ? 'You leave the account yourself' : 'The person leaves the account';
  const inAccount = rolesOf(within(person, null)).map(role => `${marked(role)} in the whole account`);
  const roles = [...inAccount, ...there(organizationsOf(person))];
  const loses = roles.length > 0 ? ` and loses all roles: ${roles.join(', ')}.` : '.';
  return { verb: 'Remove', says: `${leaves}${loses} Keys are revoked for good; sessions stay.` };
}

function there(organizations: string[]): string[] {
  const named = organizations.slice(0, NAMED).map(org => `those in ${marked(organizationName(org))}`);
  const more = organizations.length - named.length;
  return more > 0 ? [...named, `those in ${more} more organizations`] : named;
}
