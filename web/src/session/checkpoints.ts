// The moments of a session whose work trees are known, newest first.
import { answer, api } from '../api/client.ts';
import type { Checkpoint } from '../api/types.ts';
import type { SessionState } from './store.ts';

const MOST = 100;

export async function checkpointsOf(state: SessionState): Promise<Checkpoint[]> {
  const params = { path: state.path, query: { first: MOST } };
  const page = await answer(api.GET('/v3/organizations/{org_id}/sessions/{session_id}/checkpoints', { params }));
  return page.items;
}

/** What one is called in a list to choose from; it does not move while somebody chooses. */
export const nameOf = ({ seq, created_at }: Checkpoint) =>
  `event ${seq}, ${new Date(created_at * 1000).toLocaleString([], { dateStyle: 'short', timeStyle: 'short' })}`;
