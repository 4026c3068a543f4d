// Calls of our API, typed by its description. A refusal is thrown; one for want of a sign-in leads there.
import createClient, { type Middleware } from 'openapi-fetch';
import type { paths } from '#description';
import { boot } from '../boot.ts';
import { Refusal } from './problem.ts';
import type { ProblemBody } from './types.ts';

const proof: Middleware = {
  onRequest({ request }) {
    if (request.method === 'GET') return request;
    request.headers.set('X-Agent-Origin', 'webapp');
    if (boot.csrf) request.headers.set('X-CSRF-Token', boot.csrf);
    return request;
  },
};

export const api = createClient<paths>({ baseUrl: location.origin });
api.use(proof);

interface Answered<T> {
  data?: T;
  error?: unknown;
  response: Response;
}

/** The body of the answer. */
export async function answer<T>(call: Promise<Answered<T>>): Promise<T> {
  let answered: Answered<T>;
  try {
    answered = await call;
  } catch {
    throw Refusal.away();
  }
  if (answered.response.ok) return answered.data as T;
  throw refused(answered.response.status, answered.error);
}

/** Ends a request to a machine that has no answer by then. */
export const patience = () => AbortSignal.timeout(45_000);

/** A GET of what the description has no JSON for; 304 only where the headers ask whether it is another. */
export async function get(path: string, headers: Record<string, string> = {}, signal?: AbortSignal): Promise<Response> {
  let response: Response;
  try {
    response = await fetch(path, { headers, signal });
  } catch {
    throw Refusal.away();
  }
  if (!response.ok && response.status !== 304) throw refused(response.status, await response.json().catch(() => null));
  return response;
}

function refused(status: number, body: unknown): Refusal {
  if (status === 401) {
    const page = (window.top ?? window).location; // of a framed document: that of its page
    page.assign(`/login?next=${encodeURIComponent(page.pathname + page.search)}`);
  }
  const known = body as ProblemBody | null;
  return known?.detail
    ? Refusal.of({ ...known, status })
    : new Refusal(status, 'unknown', `The server answered ${status}`, null, null);
}

/** One for each press, so that nothing is done twice however often it is tried. */
export function pressKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), byte => byte.toString(16).padStart(2, '0')).join('');
}
