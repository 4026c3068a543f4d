// How the machine's files are asked for: one after the other, no more than is shown, and not on when it is too much.
import type { Refusal } from '../../api/problem.ts';
import type { FileEntry } from '../../api/types.ts';
import { join } from './names.ts';
import { type Directory, isDirectory } from './rows.ts';

/** It says nothing about what was asked for: later there will be an answer. */
export const isBusy = (problem: Refusal | null | undefined) =>
  problem?.status === 429 || problem?.status === 503 || problem?.code === 'machine_slow';

/** Nor is there one while the server is out of reach. */
const isOver = (problem: Refusal) => isBusy(problem) || problem.status === 0;

export interface End {
  path: string;
  problem: Refusal;
}

interface Looks {
  known: (path: string) => Directory | undefined;
  isOpen: (path: string) => boolean;
  read: (path: string) => Promise<Directory>;
}

/**
 * Reads a directory and the first of those below it that are shown open, of those that never were read all; gives back
 * where it had to end.
 */
export async function walk(from: string, most: number, { known, isOpen, read }: Looks): Promise<End | null> {
  const next = [from];
  let left = most;
  for (let path = next.shift(); path !== undefined; path = next.shift()) {
    const before = path === from || left-- > 0 ? undefined : known(path);
    const { entries, problem } = before ?? (await read(path));
    if (problem && !before && isOver(problem)) return { path, problem };
    if (problem) continue; // of an open one below it could be no better
    next.unshift(...directoriesOf(path, entries).filter(isOpen));
  }
  return null;
}

/** Reads directories of which each is in the one before it, as far as they are there. */
export async function descend(paths: string[], read: (path: string) => Promise<Directory>): Promise<Refusal | null> {
  let last = await read('');
  let parent = '';
  for (const path of paths) {
    if (last.problem || !directoriesOf(parent, last.entries).includes(path)) break;
    last = await read(path);
    parent = path;
  }
  return last.problem;
}

const directoriesOf = (path: string, entries: FileEntry[] | null) =>
  (entries ?? []).filter(isDirectory).map(entry => join(path, entry.name));

/** No two reads of the same at a time. */
export class Reads<T> {
  private readonly running = new Map<string, Promise<T>>();
  private readonly next = new Map<string, Promise<T>>();

  constructor(private readonly ask: (path: string) => Promise<T>) {}

  isRunning = (path: string) => this.running.has(path);

  /** One that may have begun before. */
  any = (path: string): Promise<T> => {
    const running = this.running.get(path) ?? this.ask(path).finally(() => this.running.delete(path));
    this.running.set(path, running);
    return running;
  };

  /** One that begins from now on: what a read has seen that began before may be older. */
  fresh = (path: string): Promise<T> => {
    const running = this.running.get(path);
    if (!running) return this.any(path);
    const begin = () => {
      this.next.delete(path);
      return this.any(path);
    };
    const next = this.next.get(path) ?? running.then(begin, begin);
    this.next.set(path, next);
    return next;
  };
}

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
