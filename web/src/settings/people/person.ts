// What a person may do in an organization, and how they came there.
import type { Person } from '../../api/types.ts';

/** Null before the first sign-in. */
export const isInvited = (person: Person) => person.name === null;

/** The role that was given to them; without one they are there by groups only. */
export const roleOf = (person: Person) => person.role_assignments[0]?.role;

export const isByGroups = (person: Person) => person.idp_role_assignments.length > 0;

/** In words. */
export function rolesOf(person: Person): string[] {
  const own = person.role_assignments.map(each => each.role.role_name);
  const byGroups = person.idp_role_assignments.map(each => `${each.role.role_name} by ${each.idp_group_name}`);
  return [...own, ...byGroups];
}
