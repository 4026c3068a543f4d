// What the timeline shows of its steps: those that speak, and between them groups, which can be opened.
import type { Step, StepKind } from '../api/types.ts';

export interface StepRow {
  kind: 'step';
  id: string;
  step: Step;
  /** It stands in a group. */
  inside: boolean;
}

export interface GroupRow {
  kind: 'group';
  id: string;
  steps: Step[];
  open: boolean;
}

export type Row = StepRow | GroupRow;

const SPEAKING: ReadonlySet<StepKind> = new Set([
  'message',
  'said',
  'question',
  'approval',
  'finished',
  'problem',
  'child',
]);

export const speaks = (step: Step) => SPEAKING.has(step.kind);

/** `open` says of a group whether it is open, when that is not what it would be by itself. */
export function rowsOf(steps: Step[], works: boolean, open: (id: string, byItself: boolean) => boolean): Row[] {
  const rows: Row[] = [];
  let group: Step[] = [];
  let before = 'start';
  const close = (last: boolean) => {
    if (group.length > 0) rows.push(...grouped(group, `after-${before}`, last && works, open));
    group = [];
  };
  for (const step of steps) {
    if (speaks(step)) {
      close(false);
      rows.push({ kind: 'step', id: step.id, step, inside: false });
      before = step.id;
    } else {
      group.push(step);
    }
  }
  close(true);
  return rows;
}

function grouped(steps: Step[], id: string, last: boolean, open: (id: string, byItself: boolean) => boolean): Row[] {
  const inside = (step: Step): Row => ({ kind: 'step', id: step.id, step, inside: steps.length > 1 });
  if (steps.length === 1) return steps.map(inside);
  const isOpen = open(id, last || steps.some(step => step.status === 'running'));
  const seen = isOpen ? steps : steps.filter(step => step.status === 'failed');
  return [{ kind: 'group', id, steps, open: isOpen }, ...seen.map(inside)];
}

const WORDS: [StepKind[], string][] = [
  [['command'], 'command'],
  [['edit'], 'edit'],
  [['view'], 'view'],
  [['browser'], 'browser step'],
  [['tool'], 'tool call'],
  [['thought'], 'thought'],
];

export interface Summary {
  words: string;
  failed: number;
  ms: number;
  acus: number;
}

/** A group in a line. */
export function summary(steps: Step[]): Summary {
  const counted = WORDS.map(([kinds, word]) => {
    const count = steps.filter(step => kinds.includes(step.kind)).length;
    return count > 0 ? `${count} ${word}${count === 1 ? '' : 's'}` : '';
  }).filter(Boolean);
  const first = steps[0];
  const last = steps.at(-1);
  return {
    words: `${steps.length} steps${counted.length > 0 ? `: ${counted.join(', ')}` : ''}`,
    failed: steps.filter(step => step.status === 'failed').length,
    ms: first && last ? (last.at - first.at) * 1000 + (last.duration_ms ?? 0) : 0,
    acus: steps.reduce((sum, step) => sum + (step.cost?.acus ?? 0), 0),
  };
}

export interface Chunk {
  key: number;
  rows: Row[];
}

const CHUNK = 50;

/** Pieces of the rows that keep their bounds when rows come before `anchor` or at the end. */
export function chunksOf(rows: Row[], anchor: string | null): Chunk[] {
  const origin = Math.max(
    0,
    rows.findIndex(row => row.id === anchor),
  );
  const chunks: Chunk[] = [];
  rows.forEach((row, i) => {
    const key = Math.floor((i - origin) / CHUNK);
    const last = chunks.at(-1);
    if (last?.key === key) last.rows.push(row);
    else chunks.push({ key, rows: [row] });
  });
  return chunks;
}

/** The steps, with a fresh one in the place of the one of its id, or where its number puts it. */
export function put(steps: Step[], fresh: Step): Step[] {
  const at = steps.findLastIndex(step => step.id === fresh.id);
  if (at >= 0) return steps.with(at, fresh);
  const before = steps.findLastIndex(step => step.seq <= fresh.seq);
  return steps.toSpliced(before + 1, 0, fresh);
}

/** Two pages of steps as one; the later answer counts. */
export function merged(steps: Step[], page: Step[]): Step[] {
  const byId = new Map([...steps, ...page].map(step => [step.id, step]));
  return [...byId.values()].sort((a, b) => a.seq - b.seq);
}
