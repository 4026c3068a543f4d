// The chain of the audit log, as the page checks it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { canonical, ours, written } from '../src/account/audit/canonical.ts';
import { Check, hashOf } from '../src/account/audit/check.ts';

const BEGINNING = '0'.repeat(64);

const json = (id: string, seal: object | null, at = 1000) =>
  JSON.stringify({ audit_log_id: id, created_at: at, data: { ü: '"\\' }, seal });

/** Records that are sealed one after the other. */
async function chain(...ids: string[]) {
  const records: string[] = [];
  let previous_hash = BEGINNING;
  for (const [i, id] of ids.entries()) {
    const seal = { sealed_at: 9000, position: i + 1, previous_hash };
    const hash = await hashOf(written(json(id, seal)));
    records.push(json(id, { ...seal, hash }));
    previous_hash = hash;
  }
  return records;
}

async function verdict(records: string[]) {
  const check = new Check();
  for (const record of records) await check.take(written(record));
  return check.finish();
}

const broken = async (records: string[]) => {
  const found = await verdict(records);
  return found.whole ? 'whole' : `${found.what} ${found.position}`;
};

test('numbers and texts stay as they are written, names are sorted', () => {
  const text = ' { "b" : 1.0 , "a":[{"z":"\\u001F \\"{","y":1e3}, true, null,{},[]],"9":-2,"10":""}';
  assert.equal(canonical(written(text)), '{"10":"","9":-2,"a":[{"y":1e3,"z":"\\u001F \\"{"},true,null,{},[]],"b":1.0}');
});

test('a hash is that of the record without its own hash', async () => {
  const seal = '"seal":{"position":1,"previous_hash":"0"';
  const bytes = new TextEncoder().encode(`{"audit_log_id":"a",${seal}}}`);
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  const hex = Array.from(digest, byte => byte.toString(16).padStart(2, '0')).join('');
  assert.equal(await hashOf(written(`{${seal},"hash":"x"},"audit_log_id":"a"}`)), hex);
});

test('what is hashed is in our word', () => {
  const id = '0123456789abcdef'.repeat(2);
  assert.equal(ours(`{"devin_id":"devin-${id}","x":"devin"}`), `{"agent_id":"agent-${id}","x":"devin"}`);
  assert.equal(ours('["UseDevinSessions","a \\"devin_id\\":"]'), '["UseAgentSessions","a \\"devin_id\\":"]');
});

test('a whole chain is counted, with what waits for its seal', async () => {
  const records = await chain('a', 'b', 'c');
  const found = await verdict([records[1] ?? '', records[0] ?? '', records[2] ?? '', json('d', null, 9001)]);
  assert.equal(found.whole && found.position, 3);
  assert.equal(found.whole && found.unsealed, 1);
  assert.equal(found.whole && found.hash, JSON.parse(records[2] ?? '').seal.hash);
});

test('the first record is named that was changed, removed, put in or sealed anew', async () => {
  const [a = '', b = '', c = ''] = await chain('a', 'b', 'c');
  assert.equal(await broken([a, b.replace('1000', '1001'), c]), 'changed 2');
  assert.equal(await broken([a, c]), 'removed 2');
  assert.equal(await broken([a, b, b, c]), 'inserted 2');
  assert.equal(await broken([a, b, c, json('d', null, 1)]), 'inserted 0');
  const [, other = ''] = await chain('a', 'x');
  assert.equal(await broken([a, other, c]), 'changed 2');
});
