import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../src/api/problem.ts';
import type { Content } from '../src/session/files/content.ts';
import { beginningOf, descend, isBusy, Reads, walk } from '../src/session/files/reading.ts';
import type { Directory } from '../src/session/files/rows.ts';
import { View } from '../src/session/files/view.ts';

const refused = (status: number, code: string, id: string | null = null) => new Refusal(status, code, code, null, id);
const SLOW = refused(409, 'machine_slow');
const failed = (problem: Refusal): Directory => ({ entries: null, more: false, problem });
const of = (...names: string[]): Directory => ({
  entries: names.map(name => ({ name, kind: 'directory', size: 0, ignored: false, changed: false })),
  more: false,
  problem: null,
});

/** Directories as the machine has them, and which of them were read. */
function machine(has: Record<string, Directory>, known: string[] = []) {
  const reads: string[] = [];
  return {
    reads,
    known: (path: string) => (known.includes(path) ? has[path] : undefined),
    isOpen: (path: string) => path in has,
    read: async (path: string) => {
      reads.push(path);
      return has[path] ?? failed(refused(404, 'not_found'));
    },
  };
}

const wait = () => new Promise(done => setTimeout(done));

/** Answers that come when they are let. */
function answers<T>() {
  const all: { yes: (answer: T) => void; no: (problem: Refusal) => void }[] = [];
  const ask = () => new Promise<T>((yes, no) => all.push({ yes, no }));
  return { all, ask };
}

test('a look reads what stands open in the order of its rows, as far as the bound', async () => {
  const has = { '': of('a', 'b', 'shut'), a: of('c'), 'a/c': of(), b: of('d'), 'b/d': of() };
  const all = machine(has, Object.keys(has));
  assert.equal(await walk('', 20, all), null);
  assert.deepEqual(all.reads, ['', 'a', 'a/c', 'b', 'b/d']);
  const some = machine(has, Object.keys(has));
  await walk('', 2, some);
  assert.deepEqual(some.reads, ['', 'a', 'a/c']);
  const first = machine(has, ['', 'a', 'a/c', 'b']);
  await walk('', 2, first);
  assert.deepEqual(first.reads, ['', 'a', 'a/c', 'b/d'], 'what was never read is not left out');
});

test('a look ends at the first answer that asks for rest', async () => {
  for (const problem of [SLOW, refused(429, 'rate_limited'), refused(503, 'busy'), Refusal.away()]) {
    const { reads, ...looks } = machine({ '': of('a', 'b'), a: failed(problem), b: of() });
    assert.deepEqual(await walk('', 20, { ...looks }), { path: 'a', problem });
    assert.deepEqual(reads, ['', 'a']);
  }
  const other = machine({ '': of('a', 'b'), a: failed(refused(403, 'outside')), b: of() });
  assert.equal(await walk('', 20, other), null);
  assert.deepEqual(other.reads, ['', 'a', 'b']);
  assert.deepEqual([null, SLOW, refused(409, 'machine_away')].map(isBusy), [false, true, false]);
});

test('what leads to a file is read one by one and no further than it is there', async () => {
  const { reads, read } = machine({ '': of('a'), a: of('b'), 'a/b': of(), x: of() });
  assert.equal(await descend(['a', 'a/b', 'a/b/c', 'a/b/c/d'], read), null);
  assert.deepEqual(reads, ['', 'a', 'a/b']);
  const slow = machine({ '': of('a'), a: failed(SLOW) });
  assert.equal(await descend(['a', 'a/b'], slow.read), SLOW);
  assert.deepEqual(slow.reads, ['', 'a']);
});

test('a read that is wanted anew begins after the running one, once for all who want it', async () => {
  const { all, ask } = answers<number>();
  const reads = new Reads<number>(ask);
  const first = reads.fresh('a');
  assert.equal(reads.any('a'), first);
  const second = reads.fresh('a');
  assert.equal(reads.fresh('a'), second);
  assert.equal(all.length, 1);
  all[0]?.yes(1);
  assert.equal(await first, 1);
  await wait();
  assert.equal(all.length, 2);
  all[1]?.yes(2);
  assert.equal(await second, 2);
  assert.equal(reads.isRunning('a'), false);
});

const text = (content: string): Content => ({ kind: 'text', text: content, size: 1, etag: content });

test('an answer to an older question changes nothing', async () => {
  for (const late of [text('old'), null]) {
    const { all, ask } = answers<Content | null>();
    const view = new View(ask);
    const loads = [view.load(), view.load()];
    all[1]?.yes(text('new'));
    await loads[1];
    all[0]?.yes(late);
    await loads[0];
    assert.equal(view.content.value?.text, 'new');
  }
  const { all, ask } = answers<Content | null>();
  const view = new View(ask);
  const loads = [view.load(), view.load()];
  all[1]?.yes(text('new'));
  all[0]?.no(refused(404, 'not_found'));
  await Promise.all(loads);
  assert.equal(view.problem.value, null);
});

test('a file that is as it was stays the same text, and a refusal is said once', async () => {
  const next: (Content | Refusal | null)[] = [];
  const view = new View(async () => {
    const answer = next.shift() ?? null;
    if (answer instanceof Refusal) throw answer;
    return answer;
  });
  const then = (answer: Content | Refusal | null) => {
    next.push(answer);
    return view.load();
  };
  await then(text('a'));
  const shown = view.content.value;
  await then(refused(404, 'not_found', 'req-1'));
  const said = view.problem.value;
  await then(refused(404, 'not_found', 'req-2'));
  assert.equal(view.problem.value, said);
  await then(null);
  assert.equal(view.problem.value, null);
  assert.equal(view.content.value, shown);
  assert.equal(await then(SLOW), SLOW);
  assert.equal(view.problem.value, null, 'what is shown is kept');
});

test('no more of a body is received than its beginning', async () => {
  let pulled = 0;
  const endless = new ReadableStream<Uint8Array>({
    pull: stream => {
      pulled++;
      stream.enqueue(new Uint8Array(10));
    },
  });
  const { bytes, whole } = await beginningOf(endless, 25);
  assert.deepEqual([bytes.length, whole], [25, false]);
  assert.equal(pulled < 6, true);
  const short = await beginningOf(new Response('abc').body, 3);
  assert.deepEqual([short.bytes.length, short.received, short.whole], [3, 3, true]);
  assert.equal((await beginningOf(null, 3)).bytes.length, 0);
});
