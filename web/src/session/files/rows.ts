// The tree as the rows that are seen of it, and what keys do there.
import { type Refusal, same } from '../../api/problem.ts';
import type { FileEntry } from '../../api/types.ts';
import { join } from './names.ts';

export interface Directory {
  /** Null as long as it was never read. */
  entries: FileEntry[] | null;
  /** Whether it has more than these. */
  more: boolean;
  /** Why it could not be read last. */
  problem: Refusal | null;
}

interface Placed {
  key: string;
  /** Of the entry; of a note the directory that it is about. */
  path: string;
  /** From 1 on, as its place. */
  level: number;
  place: number;
  of: number;
}

export interface EntryRow extends Placed {
  entry: FileEntry;
  /** Null of what is no directory. */
  open: boolean | null;
}

/** What stands for entries that are not there. */
export interface NoteRow extends Placed {
  note: 'loading' | 'empty' | 'more' | 'failed';
  problem: Refusal | null;
}

export type Row = EntryRow | NoteRow;

export type Directories = ReadonlyMap<string, Directory>;

export const isDirectory = (entry: FileEntry) => entry.kind === 'directory';

/** Whether nothing of it has to be drawn again. */
export const asBefore = (a: Directory, b: Directory) =>
  a.more === b.more && same(a.problem, b.problem) && JSON.stringify(a.entries) === JSON.stringify(b.entries);

/** Directories first; else as the service sorts them. */
export const sorted = (entries: FileEntry[]) => [
  ...entries.filter(isDirectory),
  ...entries.filter(entry => !isDirectory(entry)),
];

export function rowsOf(
  directories: Directories,
  isOpen: (path: string) => boolean,
  path = '',
  level = 1,
  rows: Row[] = [],
): Row[] {
  const directory = directories.get(path);
  const entries = directory?.entries ?? [];
  const note = noteOf(directory, path);
  const of = entries.length + (note ? 1 : 0);
  entries.forEach((entry, i) => {
    const own = join(path, entry.name);
    const open = isDirectory(entry) ? isOpen(own) : null;
    rows.push({ key: own, path: own, level, place: i + 1, of, entry, open });
    if (open) rowsOf(directories, isOpen, own, level + 1, rows);
  });
  // no name has a slash at its end
  if (note) rows.push({ key: `${path}/`, path, level, place: of, of, note, problem: directory?.problem ?? null });
  return rows;
}

/** What is wrong with the whole tree is said above it. */
function noteOf(directory: Directory | undefined, path: string): NoteRow['note'] | null {
  if (directory?.problem && path) return 'failed';
  if (!directory?.entries) return 'loading';
  if (directory.more) return 'more';
  return directory.entries.length === 0 ? 'empty' : null;
}

export type Move =
  | { to: string }
  | { open: string }
  | { close: string }
  | { choose: string }
  | { retry: string }
  | null;

/** What a key does on a row; null of keys that are not the tree's. */
export function moveOf(rows: Row[], at: number, key: string): Move {
  const row = rows[at];
  if (!row) return null;
  const go = (i: number): Move => ({ to: (rows[i] ?? row).key });
  switch (key) {
    case 'ArrowDown':
      return go(at + 1);
    case 'ArrowUp':
      return go(at - 1);
    case 'Home':
      return go(0);
    case 'End':
      return go(rows.length - 1);
    case 'ArrowRight':
      if ('note' in row || row.open === null) return go(at);
      return row.open ? go(at + 1) : { open: row.path };
    case 'ArrowLeft':
      if ('open' in row && row.open) return { close: row.path };
      return go(rows.findLastIndex((each, i) => i < at && each.level < row.level));
    case 'Enter':
    case ' ':
      return pressed(row);
    default:
      return null;
  }
}

/** What a press on a row does. */
export function pressed(row: Row): Move {
  if ('note' in row) return row.note === 'failed' ? { retry: row.path } : { to: row.key };
  if (row.open === null) return { choose: row.path };
  return row.open ? { close: row.path } : { open: row.path };
}
