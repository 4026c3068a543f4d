// How the machine's files are asked for: no more than is shown.
import type { Refusal } from '../../api/problem.ts';

/** It says nothing about what was asked for: later there will be an answer. */
export const isBusy = (problem: Refusal | null | undefined) =>
  problem?.status === 429 || problem?.status === 503 || problem?.code === 'machine_slow';

/** The first bytes of a body, and whether that is all of it; the rest is not received. */
export async function beginningOf(body: ReadableStream<Uint8Array> | null, most: number) {
  const parts: Uint8Array[] = [];
  let length = 0;
  const reader = body?.getReader();
  while (reader && length <= most) {
    const { done, value } = await reader.read();
    if (done) break;
    parts.push(value);
    length += value.length;
  }
  if (length > most) await reader?.cancel();
  const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer());
  return { bytes: bytes.subarray(0, most), received: length, whole: length <= most };
}
