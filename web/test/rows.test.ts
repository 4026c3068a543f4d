import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chunksOf, merged, put, rowsOf, summary } from '../src/session/rows.ts';
import { step } from './steps.ts';

const byItself = (_: string, open: boolean) => open;
const ids = (rows: { id: string }[]) => rows.map(row => row.id);

test('what lies between speaking steps is one group, folded but for its failures', () => {
  const steps = [
    step(1, 'message'),
    step(2, 'command'),
    step(3, 'command', { status: 'failed' }),
    step(4, 'edit'),
    step(5, 'said'),
  ];
  assert.deepEqual(ids(rowsOf(steps, false, byItself)), ['e1', 'after-e1', 'e3', 'e5']);
});

test('the last group is open while the agent works, one that runs always', () => {
  const last = [step(1, 'message'), step(2, 'command'), step(3, 'command')];
  assert.deepEqual(ids(rowsOf(last, true, byItself)), ['e1', 'after-e1', 'e2', 'e3']);
  assert.deepEqual(ids(rowsOf(last, false, byItself)), ['e1', 'after-e1']);
  const running = [step(1, 'command'), step(2, 'command', { status: 'running' }), step(3, 'said')];
  assert.deepEqual(ids(rowsOf(running, false, byItself)), ['after-start', 'e1', 'e2', 'e3']);
});

test('why nothing happens is seen below the command that runs, and later lies in its group', () => {
  const why = step(3, 'state', { title: '`mvn verify` has run for 4 min 0 s without output. It is ended at 10:32.' });
  const silent = [step(1, 'message'), step(2, 'command', { status: 'running' }), why];
  assert.deepEqual(ids(rowsOf(silent, true, byItself)), ['e1', 'after-e1', 'e2', 'e3']);
  const over = [step(1, 'message'), step(2, 'command'), why, step(4, 'said')];
  assert.deepEqual(ids(rowsOf(over, true, byItself)), ['e1', 'after-e1', 'e4']);
});

test('what the reader has opened or closed counts', () => {
  const steps = [step(1, 'message'), step(2, 'command'), step(3, 'command'), step(4, 'said')];
  assert.deepEqual(ids(rowsOf(steps, false, id => id === 'after-e1')), ['e1', 'after-e1', 'e2', 'e3', 'e4']);
  assert.deepEqual(ids(rowsOf(steps.slice(0, 3), true, () => false)), ['e1', 'after-e1']);
});

test('a single step needs no group', () => {
  assert.deepEqual(ids(rowsOf([step(1, 'message'), step(2, 'command'), step(3, 'said')], false, byItself)), [
    'e1',
    'e2',
    'e3',
  ]);
});

test('a group says what it holds, how long it took and what it cost', () => {
  const cost = { model: 'm', input: 1, cached: 0, output: 1, acus: 0.02 };
  const steps = [
    step(1, 'command', { cost }),
    step(2, 'command', { status: 'failed' }),
    step(3, 'edit', { cost, duration_ms: 4000 }),
  ];
  assert.deepEqual(summary(steps), { words: '3 steps: 2 commands, 1 edit', failed: 1, ms: 6000, acus: 0.04 });
});

test('chunks keep their bounds when earlier steps are read', () => {
  const rows = (from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => ({
      kind: 'step' as const,
      id: `e${from + i}`,
      step: step(from + i, 'said'),
      inside: false,
    }));
  const before = chunksOf(rows(200, 320), 'e200');
  const after = chunksOf(rows(73, 320), 'e200');
  for (const chunk of before) {
    assert.deepEqual(ids(after.find(each => each.key === chunk.key)?.rows ?? []), ids(chunk.rows));
  }
  assert.equal(after[0]?.key, -3);
  assert.ok(after.every(chunk => chunk.rows.length <= 50));
});

test('a step takes the place of the one of its id, a late one goes where its number says', () => {
  const steps = [step(1, 'message'), step(3, 'command', { status: 'running' }), step(5, 'said')];
  const done = put(steps, step(3, 'command'));
  assert.equal(done[1]?.status, 'ok');
  assert.equal(done.length, 3);
  assert.deepEqual(ids(put(done, step(4, 'note'))), ['e1', 'e3', 'e4', 'e5']);
});

test('pages that overlap make one list', () => {
  const first = [step(3, 'said'), step(4, 'said')];
  assert.deepEqual(ids(merged(first, [step(1, 'message'), step(3, 'said')])), ['e1', 'e3', 'e4']);
});
