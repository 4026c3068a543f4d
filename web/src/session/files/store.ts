// The directories that were opened, as the machine had them last.
import { signal } from '@preact/signals';
import { answer, api, patience } from '../../api/client.ts';
import { refusal } from '../../api/problem.ts';
import type { FileEntry } from '../../api/types.ts';
import { isOpen, setOpen } from '../opened.ts';
import type { SessionState } from '../store.ts';
import { above, baseName, join } from './names.ts';
import { asBefore, type Directories, type Directory, isDirectory, sorted } from './rows.ts';

const named = (path: string) => `dir ${path}`;

export const nothing = async () => {};

export const isOpenDirectory = (path: string) => isOpen(named(path), false);

export class FileTree {
  readonly directories = signal<Directories>(new Map());
  /** The row that has the keys. */
  readonly at = signal('');
  /** Reads the file that is shown, if one is. */
  shows: () => Promise<unknown> = nothing;
  private readonly reading = new Map<string, Promise<void>>();

  constructor(private readonly state: SessionState) {}

  /** As far as its directory was read. */
  entry(path: string): FileEntry | undefined {
    const entries = this.directories.peek().get(above(path).at(-1) ?? '')?.entries;
    return entries?.find(entry => entry.name === baseName(path));
  }

  open(path: string, open: boolean) {
    setOpen(named(path), open);
    if (open) this.refresh(path);
  }

  /** Opens what leads to it. */
  reveal(path: string) {
    for (const directory of above(path)) if (!isOpenDirectory(directory)) this.open(directory, true);
    this.at.value = path;
  }

  /** Reads a directory, and those in it that are open, as they are by now. */
  refresh = async (path = ''): Promise<void> => {
    await this.read(path);
    const { entries, problem } = this.directories.peek().get(path) ?? {};
    if (problem) return; // of an open one below it could be no better
    for (const entry of entries ?? []) {
      const own = join(path, entry.name);
      if (isDirectory(entry) && isOpenDirectory(own)) await this.refresh(own);
    }
  };

  /** All that is open. */
  again = () => Promise.all([this.refresh(), this.shows()]);

  private read(path: string): Promise<void> {
    const reading = this.reading.get(path) ?? this.ask(path).finally(() => this.reading.delete(path));
    this.reading.set(path, reading);
    return reading;
  }

  private async ask(path: string) {
    const query = path ? { path } : {};
    try {
      const found = await answer(
        api.GET('/v3/organizations/{org_id}/sessions/{session_id}/files', {
          params: { path: this.state.path, query },
          signal: patience(),
        }),
      );
      this.put(path, { entries: sorted(found.entries), more: found.more, problem: null });
    } catch (thrown) {
      const entries = this.directories.peek().get(path)?.entries ?? null;
      this.put(path, { entries, more: false, problem: refusal(thrown) });
    }
  }

  /** One that is as it was stays what it is, so that nothing is drawn again. */
  private put(path: string, directory: Directory) {
    const before = this.directories.peek();
    const known = before.get(path);
    if (known && asBefore(known, directory)) return;
    this.directories.value = new Map(before).set(path, directory);
  }
}
