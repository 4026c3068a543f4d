// Why a websocket is not taken: a browser does not say what it was answered.
import { get, patience } from './client.ts';
import { Refusal, refusal } from './problem.ts';

/** What a plain request to the address of a websocket is answered where nothing else is against it. */
const FOR_WEBSOCKETS = 'upgrade_required';

/** What is against a websocket at a path of the API; null for nothing that a plain request there is told. */
export async function against(path: string): Promise<Refusal | null> {
  const refused = await get(path, {}, patience()).then(Refusal.away, refusal);
  return refused.code === FOR_WEBSOCKETS ? null : refused;
}

/** Of one that was refused all the same. */
export function notTaken(): string {
  return `The server takes no connection from this page. It must be open at the address of the service (AGENT_BASE_URL), and is at ${location.origin}; what stands before the service must let websockets through.`;
}
