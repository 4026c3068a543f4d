import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../src/api/types.ts';
import { asked, NONE, readFilters, writeFilters } from '../src/list/filters.ts';
import { putBack, saved } from '../src/list/saved.ts';
import { sections } from '../src/list/sections.ts';
import { Selection } from '../src/list/selection.ts';
import { standing } from '../src/parts/standing.tsx';

const session = (status: string, more: object = {}) =>
  ({
    status,
    status_detail: null,
    outcome: 'none',
    waits_for: null,
    wait: null,
    is_archived: false,
    ...more,
  }) as Session;

test('filters are the address, there and back', () => {
  const filters = { ...NONE, search: 'cart total', status: 'active', repo: 'acme/shop', tag: 'a&b', mine: true };
  assert.equal(writeFilters(filters), '?search=cart+total&status=active&tag=a%26b&repo=acme%2Fshop&mine');
  assert.deepEqual(readFilters(writeFilters(filters)), filters);
  assert.deepEqual(readFilters('?status=nonsense&x=y'), NONE);
  assert.equal(writeFilters(NONE), '');
});

test('the API is asked by its own words', () => {
  assert.deepEqual(asked({ ...NONE, status: 'asleep', mine: true }, 'user-1'), {
    is_archived: false,
    statuses: ['suspended'],
    user_ids: ['user-1'],
  });
});

test('those that need somebody are asked for by their own filter', () => {
  assert.deepEqual(asked({ ...NONE, status: 'needs you', search: 'cart' }, null), {
    is_archived: false,
    search: 'cart',
    attention: true,
  });
});

test('a range is what stands between, and what was refused stays chosen', () => {
  const selection = new Selection();
  selection.toggle('b');
  selection.range('d', ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual([...selection.chosen.value], ['b', 'c', 'd']);
  selection.toggle('c');
  selection.range('a', ['a', 'b', 'c', 'd', 'e']);
  assert.deepEqual([...selection.chosen.value].sort(), ['a', 'b', 'c', 'd']);
});

test('what waits for a person stands first', () => {
  const asks = session('running', { status_detail: 'waiting_for_user' });
  const asleep = session('suspended', { outcome: 'asks' });
  const works = session('running', { status_detail: 'working' });
  const done = session('exit', { outcome: 'finished' });
  assert.deepEqual(
    sections([done, works, asleep, asks]).map(section => [section.name, section.sessions]),
    [
      ['Needs you', [asleep, asks]],
      ['Active', [works]],
      ['Earlier', [done]],
    ],
  );
});

test('each state says in words what a session does or waits for', () => {
  assert.equal(
    standing(session('new', { waits_for: 'machine', queue_position: 3 })).words,
    'Waits for a machine, number 3',
  );
  assert.equal(
    standing(session('suspended', { status_detail: 'usage_limit_exceeded' })).words,
    'Asleep: its ACU limit is reached',
  );
  assert.equal(standing(session('suspended', { outcome: 'finished' })).words, 'Finished, asleep');
  assert.equal(standing(session('suspended', { outcome: 'asks' })).words, 'Asks you, asleep');
  assert.equal(standing(session('suspended', { outcome: 'failed' })).words, 'Failed, asleep');
  assert.equal(standing(session('error', { error: { code: 'x', message: 'No disk' } })).words, 'Failed: No disk');
  assert.equal(standing(session('running', { status_detail: 'waiting_for_approval' })).words, 'Waits for approval');
});

test('a view takes the place of one of its name, and comes back where it stood', () => {
  const view = (org_id: string, name: string, query = '') => ({ org_id, name, query });
  const all = [view('o', 'a'), view('p', 'a'), view('o', 'b')];
  assert.deepEqual(saved(all, view('o', 'a', 'mine')), [view('o', 'a', 'mine'), view('p', 'a'), view('o', 'b')]);
  assert.deepEqual(saved(all, view('p', 'b')), [...all, view('p', 'b')]);
  const without = [view('o', 'a'), view('o', 'b')];
  assert.deepEqual(putBack(without, all, view('p', 'a')), all);
  assert.deepEqual(putBack(all, all, view('p', 'a', 'other')), all);
});
