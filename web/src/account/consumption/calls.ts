import { answer, api } from '../../api/client.ts';
import type { BillingCycle, Consumption } from '../../api/types.ts';
import type { Whose } from './whose.ts';

const ALL = '/v3/enterprise/consumption/daily';
const MOST = 100;

/** Newest first. */
export async function cyclesOf(): Promise<BillingCycle[]> {
  const params = { query: { first: MOST } };
  return (await answer(api.GET('/v3/enterprise/consumption/cycles', { params }))).items;
}

/** Use by day of a cycle; null: of the whole account. */
export function daily({ after, before }: BillingCycle, whose: Whose | null): Promise<Consumption> {
  const query = { time_after: after, time_before: before };
  const id = whose?.id ?? '';
  switch (whose?.kind) {
    case 'org':
      return answer(api.GET(`${ALL}/organizations/{org_id}`, { params: { path: { org_id: id }, query } }));
    case 'user':
      return answer(api.GET(`${ALL}/users/{user_id}`, { params: { path: { user_id: id }, query } }));
    case 'service_user':
      return answer(
        api.GET(`${ALL}/service-users/{service_user_id}`, { params: { path: { service_user_id: id }, query } }),
      );
    case 'session':
      return answer(api.GET(`${ALL}/sessions/{session_id}`, { params: { path: { session_id: id }, query } }));
    default:
      return answer(api.GET(ALL, { params: { query } }));
  }
}
