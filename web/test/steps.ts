import type { Step, StepKind } from '../src/api/types.ts';

/** A step of the tests; its number is its time too. */
export function step(seq: number, kind: StepKind, more: Partial<Step> = {}): Step {
  return {
    id: `e${seq}`,
    seq,
    last_seq: seq,
    turn: seq,
    kind,
    status: 'ok',
    at: 1000 + seq,
    duration_ms: null,
    title: `${kind} ${seq}`,
    body: null,
    body_cut: 0,
    exit_code: null,
    diff: null,
    output: null,
    images: [],
    choices: null,
    plan: null,
    cost: null,
    child_session_id: null,
    user: null,
    files: [],
    links: [],
    ...more,
  };
}
