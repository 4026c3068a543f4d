// The bytes of a file: of a text the first MiB, of others no more than what they are.
import { get, patience } from '../../api/client.ts';
import { Refusal } from '../../api/problem.ts';
import type { SessionState } from '../store.ts';
import { beginningOf } from './reading.ts';

export const MOST = 1 << 20;

export interface Content {
  kind: 'text' | 'image' | 'other';
  /** Of a text, its beginning. */
  text: string;
  /** Of all of it, in bytes. */
  size: number;
  etag: string | null;
}

export function contentAddress(state: SessionState, path: string): string {
  const { org_id, session_id } = state.path;
  return `/v3/organizations/${org_id}/sessions/${session_id}/files/content?${new URLSearchParams({ path })}`;
}

/** Null where it is still what it was when it had that ETag; `empty`: it seems to be. */
export async function contentOf(
  state: SessionState,
  path: string,
  etag: string | null,
  empty: boolean,
): Promise<Content | null> {
  const response = await begin(contentAddress(state, path), etag ? { 'If-None-Match': etag } : {}, empty);
  if (response.status === 304) return null;
  const type = response.headers.get('Content-Type') ?? '';
  const known = { size: sizeOf(response), etag: response.headers.get('ETag') };
  if (!type.startsWith('text/plain')) {
    await response.body?.cancel();
    return { kind: type.startsWith('image/') ? 'image' : 'other', text: '', ...known };
  }
  const { bytes, received, whole } = await beginningOf(response.body, MOST);
  // the last character may be cut: a stream waits for its rest
  const text = new TextDecoder().decode(bytes, { stream: true });
  if (response.status === 206) return { kind: 'text', text, ...known };
  // on the way it may have been packed: then its length is not that of the file
  return { kind: 'text', text, ...known, size: whole ? received : Math.max(known.size, received) };
}

/** An empty file has no range; by now it may have grown. */
async function begin(address: string, headers: Record<string, string>, empty: boolean): Promise<Response> {
  const ends = patience();
  if (empty) return get(address, headers, ends);
  try {
    return await get(address, { ...headers, Range: `bytes=0-${MOST - 1}` }, ends);
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.status === 416) return get(address, headers, ends);
    throw thrown;
  }
}

export function sizeOf({ headers }: { headers: { get(name: string): string | null } }): number {
  const whole = headers.get('Content-Range')?.match(/\/(\d+)$/)?.[1];
  return Number(whole ?? headers.get('Content-Length') ?? 0);
}
