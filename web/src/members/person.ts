// What a person may do, in an organization or in the whole account, and how they came there.
import type { Person } from '../api/types.ts';

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

/** The same with its roles there alone; null: in the whole account. */
export const within = (person: Person, org_id: string | null): Person => ({
  ...person,
  role_assignments: person.role_assignments.filter(each => each.org_id === org_id),
  idp_role_assignments: person.idp_role_assignments.filter(each => each.org_id === org_id),
});

/** Ids of the organizations in which they have a role, in whatever way. */
export const organizationsOf = (person: Person): string[] => [
  ...new Set([...person.role_assignments, ...person.idp_role_assignments].flatMap(each => each.org_id ?? [])),
];
