// The roles of a group of the identity provider, in the account and in organizations.
import type { Group } from '../../api/types.ts';

/** Null: in the whole account. */
export const roleIn = (group: Group, org_id: string | null) =>
  group.role_assignments.find(each => each.org_id === org_id)?.role;

export const inAccount = (group: Group) => roleIn(group, null);

export const inOrganizations = (group: Group) => group.role_assignments.filter(each => each.org_id !== null);

/** What an organization answers are the roles there alone. */
export const merged = (group: Group, org_id: string, there: Group): Group => ({
  ...group,
  role_assignments: [
    ...group.role_assignments.filter(each => each.org_id !== org_id),
    ...there.role_assignments.filter(each => each.org_id === org_id),
  ],
});
