import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Follow } from '../src/session/follow.ts';

const wait = () => new Promise(done => setTimeout(done));

/** Looks of which each takes so long; the rests end when they are let. */
function following(took: number[], whole: () => boolean = () => true) {
  const is = { looks: 0, seen: true, time: 0, rests: [] as number[], over: [] as (() => void)[] };
  const look = async () => {
    is.time += took[is.looks++] ?? 0;
    return whole();
  };
  const rest = (time: number) => {
    is.rests.push(time);
    return new Promise<void>(done => is.over.push(done));
  };
  const follow = new Follow(
    look,
    rest,
    () => is.seen,
    () => is.time,
  );
  const over = async () => {
    await wait();
    is.over.shift()?.();
    await wait();
  };
  return { is, follow, over };
}

test('it looks again at most once in a pace, and not while nobody sees it', async () => {
  const { is, follow, over } = following([]);
  for (let i = 0; i < 5; i++) follow.want();
  assert.equal(is.looks, 1);
  await over();
  assert.equal(is.looks, 2);
  await over();
  assert.equal(is.looks, 2);
  is.seen = false;
  follow.want();
  assert.equal(is.looks, 2);
  is.seen = true;
  follow.go();
  assert.equal(is.looks, 3);
  follow.close();
  follow.want();
  await over();
  assert.equal(is.looks, 3);
});

test('the longer a look takes, the longer it rests', async () => {
  const { is, follow, over } = following([100, 2000]);
  follow.want();
  follow.want();
  await over();
  await over();
  assert.deepEqual(is.rests, [2900, 6000]);
});

test('a look that had to end is done again after a long rest', async () => {
  let whole = false;
  const { is, follow, over } = following([100, 100], () => whole);
  follow.want();
  await wait();
  whole = true;
  await over();
  assert.equal(is.looks, 2);
  await over();
  assert.equal(is.looks, 2);
  assert.deepEqual(is.rests, [30_000, 2900]);
});
