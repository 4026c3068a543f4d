import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../src/api/problem.ts';
import type { Content } from '../src/session/files/content.ts';
import { beginningOf } from '../src/session/files/reading.ts';
import { View } from '../src/session/files/view.ts';

const refused = (status: number, code: string, id: string | null = null) => new Refusal(status, code, code, null, id);
const SLOW = refused(409, 'machine_slow');
/** Answers that come when they are let. */
function answers<T>() {
  const all: { yes: (answer: T) => void; no: (problem: Refusal) => void }[] = [];
  const ask = () => new Promise<T>((yes, no) => all.push({ yes, no }));
  return { all, ask };
}

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
