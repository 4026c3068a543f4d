// Gives roles to groups of the identity provider, and takes them away.
import { answer, api } from '../../api/client.ts';
import type { Group } from '../../api/types.ts';
import { merged, roleIn } from './assignments.ts';

const ONE = '/v3/enterprise/members/idp-groups/{idp_group_name}';
const THERE = '/v3/enterprise/organizations/{org_id}/members/idp-groups/{idp_group_name}';

/** Gives a role, or another one, there; null: in the whole account. Answers the group with all its roles. */
export async function hold(group: Group, org_id: string | null, role_id: string): Promise<Group> {
  const { idp_group_name } = group;
  const known = roleIn(group, org_id) !== undefined;
  const body = { role_id };
  if (org_id === null) {
    const request = { params: { path: { idp_group_name } }, body };
    return known ? answer(api.PATCH(ONE, request)) : answer(api.POST(ONE, request));
  }
  const request = { params: { path: { org_id, idp_group_name } }, body };
  const there = known ? answer(api.PATCH(THERE, request)) : answer(api.POST(THERE, request));
  return merged(group, org_id, await there);
}

/** Takes its role in an organization away. */
export async function release(group: Group, org_id: string): Promise<Group> {
  const { idp_group_name } = group;
  return merged(group, org_id, await answer(api.DELETE(THERE, { params: { path: { org_id, idp_group_name } } })));
}
