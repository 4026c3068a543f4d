// What is asked of the account's records, and what they come to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NONE, queryOf } from '../src/account/audit/filters.ts';
import { DAY, daysOf } from '../src/account/consumption/days.ts';
import { guessed, searchOf, whoseOf } from '../src/account/consumption/whose.ts';
import { merged, roleIn } from '../src/account/groups/assignments.ts';
import { lately, queryOf as timesOf } from '../src/account/metrics/range.ts';
import { addresses, isAddress } from '../src/account/people/addresses.ts';
import type { Group } from '../src/api/types.ts';
import { topOf } from '../src/parts/scale.ts';

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
  const top = (most: number) => topOf([0, most]);
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

test('addresses come by lines, commas and as programs for mail write them, each once', () => {
  const text = 'Ada L. <ada@example.org>, ben@example.org;\nCy <cy@example.org>\nADA@example.org dan@example.org';
  const found = ['ada', 'ben', 'cy', 'dan'].map(name => `${name}@example.org`);
  assert.deepEqual(addresses(text), found);
  assert.deepEqual(addresses(' \n,; '), []);
});

test('what is no address is told from one', () => {
  for (const text of ['a@b', 'a+b@c.example']) assert.equal(isAddress(text), true, text);
  for (const text of ['a', '@b', 'a@', 'a@b@c', 'a"@b', `${'a'.repeat(253)}@b`])
    assert.equal(isAddress(text), false, text);
});

test('whose use it is stands in the address, whatever the id looks like', () => {
  const id = 'idp|a&b=c#d+e/f%41';
  assert.deepEqual(whoseOf(searchOf({ kind: 'user', id }).slice(1)), { kind: 'user', id });
  assert.equal(whoseOf(''), null);
  assert.equal(searchOf(null), '');
});

test('an id alone says of what it is', () => {
  const hex = '0123456789abcdef'.repeat(2);
  const kinds = [`agent-${hex}`, hex, `user-${hex}`, `service-user-${hex}`, `org-${hex}`, 'auth0|12'].map(
    id => guessed(` ${id} `)?.kind,
  );
  assert.deepEqual(kinds, ['session', 'session', 'user', 'service_user', 'org', 'user']);
  assert.equal(guessed('  '), null);
});

test('days of figures are those of UTC, and the last one counts as a whole', () => {
  const now = Date.UTC(2026, 10, 28, 23, 59) / 1000;
  const range = lately(now, 30);
  assert.deepEqual(range, { from: '2026-10-30', until: '2026-11-28' });
  const times = timesOf(range);
  assert.equal(times?.time_before, Date.UTC(2026, 10, 29) / 1000);
  assert.equal((times?.time_before ?? 0) - (times?.time_after ?? 0), 30 * DAY);
  assert.equal(timesOf({ from: '', until: '2026-11-28' }), null);
});

test('what an organization answers of a group leaves its roles elsewhere alone', () => {
  const held = (org_id: string | null, role_id: string) => ({
    org_id,
    role: { role_id, role_name: role_id, role_type: org_id ? ('org' as const) : ('enterprise' as const) },
  });
  const group: Group = {
    idp_group_name: 'writers',
    role_assignments: [held(null, 'm'), held('a', 'x'), held('b', 'y')],
  };
  const given = merged(group, 'a', { ...group, role_assignments: [held('a', 'z')] });
  assert.deepEqual(
    ['a', 'b', null].map(org => roleIn(given, org)?.role_id),
    ['z', 'y', 'm'],
  );
  const taken = merged(group, 'a', { ...group, role_assignments: [] });
  assert.deepEqual(
    ['a', 'b', null].map(org => roleIn(taken, org)?.role_id),
    [undefined, 'y', 'm'],
  );
});
