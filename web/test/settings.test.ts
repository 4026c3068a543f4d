// What is typed in the settings of an organization, as the API takes it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { McpHeader } from '../src/api/types.ts';
import { target, written } from '../src/settings/limits/targets.ts';
import { header, headerLine } from '../src/settings/mcp/headers.ts';

test('a line of the network policy is a host, or an address, by its looks', () => {
  assert.deepEqual(target('*.corp.example'), { hostname: '*.corp.example' });
  assert.deepEqual(target('10.20.0.0/16'), { ipv4: '10.20.0.0/16' });
  assert.deepEqual(target('fd00::/8'), { ipv6: 'fd00::/8' });
  // No address: the server says what is wrong with it.
  assert.deepEqual(target('10.example'), { hostname: '10.example' });
});

test('what is allowed is shown as it was typed', () => {
  for (const line of ['packages.example.com', '10.0.0.1', '2001:db8::1']) assert.equal(written(target(line)), line);
});

test('a header is a name and a secret, with what stands before it', () => {
  const lines = ['Authorization=Bearer TRACKER_TOKEN', 'X-Key=KEY'];
  assert.deepEqual(lines.map(header), [
    { name: 'Authorization', prefix: 'Bearer ', secret: 'TRACKER_TOKEN' },
    { name: 'X-Key', prefix: null, secret: 'KEY' },
  ]);
  assert.deepEqual(
    lines.map(line => headerLine(header(line) as McpHeader)),
    lines,
  );
});

test('what has no name or no secret is no header', () => {
  assert.deepEqual(['Authorization', '=KEY', 'X-Key='].map(header), [null, null, null]);
});
