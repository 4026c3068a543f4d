// Use by day, and what of the audit log is wanted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NONE, queryOf } from '../src/account/audit/filters.ts';
import { DAY, daysOf, topOf } from '../src/account/consumption/days.ts';

const used = (date: number, acus: number, review = 0) => ({
  date,
  acus,
  acus_by_product: { agent: acus - review, review },
});

test('days without use are there too, up to now', () => {
  const start = 1_800_000_000;
  const days = daysOf([used(start + DAY, 3, 1)], start, start + 2.5 * DAY);
  assert.deepEqual(days, [
    { at: start, acus: 0, review: 0 },
    { at: start + DAY, acus: 3, review: 1 },
    { at: start + 2 * DAY, acus: 0, review: 0 },
  ]);
});

test('the scale ends at a round figure that no day exceeds', () => {
  const top = (acus: number) => topOf([{ at: 0, acus, review: 0 }]);
  assert.deepEqual([0, 1, 1.2, 3, 7, 10, 11, 499, 0.3].map(top), [1, 1, 2, 5, 10, 10, 20, 500, 0.5]);
});

test('an id says whether it is of a person or of a program', () => {
  assert.equal(queryOf({ ...NONE, who: ' user-1 ' }).user_id, 'user-1');
  assert.equal(queryOf({ ...NONE, who: 'service-user-1' }).service_user_id, 'service-user-1');
  assert.equal(queryOf({ ...NONE, who: 'service-user-1' }).user_id, undefined);
  assert.equal(queryOf(NONE).action, undefined);
});

test('the last day counts as a whole, and has a beginning to count from', () => {
  const { time_after, time_before } = queryOf({ ...NONE, until: '2026-11-28' });
  assert.equal(time_before, new Date(2026, 10, 29).getTime() / 1000);
  assert.equal(Math.round(((time_before ?? 0) - (time_after ?? 0)) / DAY), 100);
  assert.equal(queryOf({ ...NONE, from: '2026-11-01' }).time_before, undefined);
});
