// The bytes of a file: of a text the first MiB, of others no more than what they are.
import { get } from '../../api/client.ts';
import { Refusal } from '../../api/problem.ts';
import type { SessionState } from '../store.ts';

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
  const bytes = new Uint8Array(await response.arrayBuffer());
  // the last character may be cut: a stream waits for its rest
  const text = new TextDecoder().decode(bytes.subarray(0, MOST), { stream: true });
  return { kind: 'text', text, ...known, ...(response.status === 200 && { size: bytes.length }) };
}

/** An empty file has no range. */
async function begin(address: string, headers: Record<string, string>, empty: boolean): Promise<Response> {
  if (empty) return get(address, headers);
  try {
    return await get(address, { ...headers, Range: `bytes=0-${MOST - 1}` });
  } catch (thrown) {
    if (thrown instanceof Refusal && thrown.status === 416) return get(address, headers);
    throw thrown;
  }
}

export function sizeOf({ headers }: { headers: { get(name: string): string | null } }): number {
  const whole = headers.get('Content-Range')?.match(/\/(\d+)$/)?.[1];
  return Number(whole ?? headers.get('Content-Length') ?? 0);
}
