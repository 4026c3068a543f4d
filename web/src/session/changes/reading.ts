// What has changed since a moment that the reader chooses, as the machine has it, or as it was stored.
import { batch, signal } from '@preact/signals';
import { answer, api, get, patience } from '../../api/client.ts';
import { type Refusal, refusal, same } from '../../api/problem.ts';
import type { ChangeList, Checkpoint } from '../../api/types.ts';
import { complain } from '../../parts/status.tsx';
import { checkpointsOf, nameOf } from '../checkpoints.ts';
import type { SessionState } from '../store.ts';
import { filesOf, type PatchFile, pathIn } from './patch.ts';

export const SINCES = {
  start: 'the session began',
  last_message: 'the last message',
  head: 'the last commit',
} as const;
/** One of those, or the id of a checkpoint. */
export type Since = string;

const isMoment = (since: Since): since is keyof typeof SINCES => Object.hasOwn(SINCES, since);

/** A patch is read as a whole up to so many bytes; beyond that the files are read one by one. */
const MOST = 2 << 20;

export class Review {
  readonly since = signal<Since>('start');
  readonly list = signal<ChangeList | null>(null);
  readonly files = signal<PatchFile[]>([]);
  readonly problem = signal<Refusal | null>(null);
  /** What may be chosen beside the moments that have names. */
  readonly turns = signal<Checkpoint[]>([]);

  constructor(private readonly state: SessionState) {}

  /** Where the whole patch is. */
  address(files: string[] = []): string {
    const { org_id, session_id } = this.state.path;
    const query = new URLSearchParams([
      ['from', this.since.peek()],
      ...files.map(file => ['path', file] as [string, string]),
    ]);
    return `/v3/organizations/${org_id}/sessions/${session_id}/changes/patch?${query}`;
  }

  readTurns = () =>
    checkpointsOf(this.state).then(found => {
      this.turns.value = found.filter(({ reason }) => reason === 'turn_end');
    }, complain);

  /** What the chosen moment is called. */
  get words(): string {
    const since = this.since.value;
    if (isMoment(since)) return SINCES[since];
    const turn = this.turns.value.find(each => each.checkpoint_id === since);
    return turn ? nameOf(turn) : 'then';
  }

  choose = async (since: Since) => {
    batch(() => {
      this.since.value = since;
      this.list.value = null;
      this.files.value = [];
    });
    await this.look();
  };

  /** Reads what there is; whether that was all. */
  look = async (): Promise<boolean> => {
    const since = this.since.peek();
    try {
      const list = await answer(
        api.GET('/v3/organizations/{org_id}/sessions/{session_id}/changes', {
          params: { path: this.state.path, query: { from: since } },
          signal: patience(),
        }),
      );
      const files = await this.read(list);
      if (since !== this.since.peek()) return true; // who chose anew looks, too
      batch(() => {
        this.list.value = list;
        this.files.value = kept(this.files.peek(), files);
        this.problem.value = null;
      });
      return true;
    } catch (thrown) {
      if (since !== this.since.peek()) return true;
      const problem = refusal(thrown);
      if (!same(problem, this.problem.peek())) this.problem.value = problem;
      return false;
    }
  };

  private async read(list: ChangeList): Promise<PatchFile[]> {
    if (list.state === 'none' || list.repos.every(repo => repo.files.length === 0)) return [];
    const generated = new Set(
      list.repos.flatMap(repo => repo.files.filter(file => file.generated).map(file => pathIn(repo.path, file.path))),
    );
    if (!list.truncated && sizeOf(list) <= MOST) {
      const patch = await (await get(this.address(), {}, patience())).text();
      return filesOf(patch).map(file => ({ ...file, generated: generated.has(file.path) }));
    }
    return list.repos.flatMap(repo =>
      repo.files.map(({ path, old_path, additions, deletions }) => {
        const whole = pathIn(repo.path, path);
        const before = old_path ? pathIn(repo.path, old_path) : undefined;
        return { path: whole, before, additions, deletions, lines: null, generated: generated.has(whole) };
      }),
    );
  }

  /** The lines of one file of a patch that is not read as a whole. */
  lines = async (path: string): Promise<void> => {
    const since = this.since.peek();
    const before = this.files.peek().find(file => file.path === path)?.before;
    const patch = await (await get(this.address(before ? [before, path] : [path]), {}, patience())).text();
    if (since !== this.since.peek()) return;
    // a stored patch has all files, whatever is asked for
    const lines = filesOf(patch).flatMap(file => (file.path === path ? file.lines : []));
    this.files.value = this.files.peek().map(file => (file.path === path ? { ...file, lines } : file));
  };
}

export const sizeOf = (list: ChangeList) =>
  list.repos.reduce((sum, repo) => sum + repo.files.reduce((all, file) => all + file.patch_bytes, 0), 0);

/** A file of which nothing is new stays the same object, so that it is not drawn anew. */
function kept(before: PatchFile[], now: PatchFile[]): PatchFile[] {
  const known = new Map(before.map(file => [file.path, file]));
  return now.map(file => {
    const had = known.get(file.path);
    return had && (alike(had, file) || isStill(had, file)) ? had : file;
  });
}

/** Its lines were read, and as far as is known they are what they were. */
const isStill = (had: PatchFile, file: PatchFile) =>
  had.lines !== null && file.lines === null && had.additions === file.additions && had.deletions === file.deletions;

const alike = (a: PatchFile, b: PatchFile) =>
  a.generated === b.generated && a.lines !== null && b.lines !== null && a.lines.join('\n') === b.lines.join('\n');
