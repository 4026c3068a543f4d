// The directories that were opened, as the machine had them last.
import { signal } from '@preact/signals';
import { answer, api, patience } from '../../api/client.ts';
import { type Refusal, refusal } from '../../api/problem.ts';
import type { FileEntry } from '../../api/types.ts';
import { isOpen, setAll, setOpen } from '../opened.ts';
import type { SessionState } from '../store.ts';
import { baseName, parent, way } from './names.ts';
import { descend, type End, isBusy, Reads, walk } from './reading.ts';
import { asBefore, type Directories, type Directory, rowsOf, sorted } from './rows.ts';

const named = (path: string) => `dir ${path}`;

/** As many of those that are open are looked at again by themselves. */
const FOLLOWED = 20;

export const nothing = async () => null;

export const isOpenDirectory = (path: string) => isOpen(named(path), false);

export class FileTree {
  readonly directories = signal<Directories>(new Map());
  /** The row that has the keys. */
  readonly at = signal('');
  /** Reads the file that is shown, if one is; what was refused is given back. */
  shows: () => Promise<Refusal | null> = nothing;
  private readonly reads = new Reads((path: string) => this.ask(path));

  constructor(private readonly state: SessionState) {}

  /** As far as its directory was read. */
  entry(path: string): FileEntry | undefined {
    const entries = this.known(parent(path))?.entries;
    return entries?.find(entry => entry.name === baseName(path));
  }

  open(path: string, open: boolean) {
    setOpen(named(path), open);
    if (open) this.refresh(path);
  }

  /** Opens what leads to it, and reads of that what is there. */
  async reveal(path: string) {
    const directories = way(path);
    if (!directories) return;
    setAll(directories.filter(each => !isOpenDirectory(each)).map(named), true);
    this.at.value = path;
    if (!this.known('')) return; // the first look reads it with all that is open
    const problem = await descend(directories, async each => {
      const known = this.known(each);
      return known?.entries ? known : this.reads.any(each);
    });
    if (problem) this.leave(problem);
  }

  /** Reads a directory that somebody has opened, and those in it that are open. */
  refresh = async (path: string): Promise<void> => {
    const end = await this.walk(path);
    if (end) this.refuse(end.path, end.problem);
  };

  /** All that is open; throws where it is too much at the moment. */
  again = async (): Promise<void> => {
    const problem = await this.pass();
    if (isBusy(problem)) throw problem;
  };

  /** What is open, within bounds; false where that ended before all was read. */
  look = async (): Promise<boolean> => (await this.pass(FOLLOWED)) === null;

  private async pass(most?: number): Promise<Refusal | null> {
    const problem = await this.shows();
    if (isBusy(problem)) return problem;
    return (await this.walk('', most))?.problem ?? null;
  }

  private async walk(path: string, most = Number.POSITIVE_INFINITY): Promise<End | null> {
    const end = await walk(path, most, { known: this.known, isOpen: isOpenDirectory, read: this.reads.fresh });
    if (end) this.leave(end.problem);
    return end;
  }

  /** Of what nobody reads now it is not said that it loads. */
  private leave(problem: Refusal) {
    for (const row of rowsOf(this.directories.peek(), isOpenDirectory)) {
      if ('note' in row && row.note === 'loading' && !this.reads.isRunning(row.path)) this.refuse(row.path, problem);
    }
  }

  private async ask(path: string): Promise<Directory> {
    const query = path ? { path } : {};
    try {
      const found = await answer(
        api.GET('/v3/organizations/{org_id}/sessions/{session_id}/files', {
          params: { path: this.state.path, query },
          signal: patience(),
        }),
      );
      return this.put(path, { entries: sorted(found.entries), more: found.more, problem: null });
    } catch (thrown) {
      const problem = refusal(thrown);
      if (!isBusy(problem)) return this.refuse(path, problem);
      return { entries: null, more: false, problem };
    }
  }

  private refuse(path: string, problem: Refusal): Directory {
    return this.put(path, { entries: this.known(path)?.entries ?? null, more: false, problem });
  }

  /** One that is as it was stays what it is, so that nothing is drawn again. */
  private put(path: string, directory: Directory): Directory {
    const before = this.known(path);
    if (before && asBefore(before, directory)) return before;
    this.directories.value = new Map(this.directories.peek()).set(path, directory);
    return directory;
  }

  private known = (path: string) => this.directories.peek().get(path);
}
