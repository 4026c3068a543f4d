import assert from 'node:assert/strict';
import { test } from 'node:test';
import { addressOf, sharedBy } from '../src/session/shared.ts';

const FILE = `/v3/organizations/org-${'0'.repeat(32)}/attachments/${'a'.repeat(32)}/totals%20of%20May.csv`;

test('the address that a text ends with is a file of ours, whatever the server calls itself', () => {
  assert.deepEqual(sharedBy(`Shared totals of May.csv:\nhttps://agent.example.org${FILE}\n`), {
    href: FILE,
    name: 'totals of May.csv',
  });
  assert.equal(sharedBy('See https://example.org/totals.csv'), null);
  assert.equal(sharedBy(`${FILE} is where it was`), null);
  assert.equal(sharedBy(null), null);
});

test('a name that is no proper escape stays as it is', () => {
  const href = FILE.replace('totals%20of%20May.csv', '100%.csv');
  assert.equal(sharedBy(href)?.name, '100%.csv');
});

test('a file is fetched from the server that shows the page', () => {
  assert.equal(addressOf({ url: `https://other.example.org${FILE}` }), FILE);
});
