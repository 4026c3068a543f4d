import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ours, pageFor, readPush } from '../src/push/told.ts';

const ORIGIN = 'https://agent.example.org';

test('a push is shown by its title and what is the matter, once for each session', () => {
  const data = JSON.stringify({ title: 'Mend it', kind: 'asks', session_id: 's-1', url: '/sessions/1?step=e7' });
  assert.deepEqual(readPush(data, ORIGIN), {
    title: 'Mend it',
    body: 'Asks you',
    tag: 's-1',
    url: `${ORIGIN}/sessions/1?step=e7`,
  });
});

test('what can not be read is shown all the same', () => {
  for (const data of [undefined, '', 'x', 'null', '1', '{"title": 1, "kind": "constructor", "url": {}}']) {
    const told = readPush(data, ORIGIN);
    assert.equal(told.title, 'Untitled session');
    assert.equal(told.url, `${ORIGIN}/`);
    assert.equal(typeof told.body, 'string');
  }
});

test('only addresses of ours are opened', () => {
  for (const url of [
    'https://evil.example/',
    '//evil.example/x',
    'javascript:alert(1)',
    'http://agent.example.org/',
    7,
  ]) {
    assert.equal(ours(url, ORIGIN), `${ORIGIN}/`);
  }
  assert.equal(ours('/sessions/1', ORIGIN), `${ORIGIN}/sessions/1`);
});

test('the page that shows the session is taken before any other', () => {
  const list = { url: `${ORIGIN}/o/org/sessions` };
  const shown = { url: `${ORIGIN}/sessions/1` };
  const url = `${ORIGIN}/sessions/1?step=e7`;
  assert.deepEqual(pageFor([list, shown], url), { page: shown, there: false });
  assert.deepEqual(pageFor([list], url), { page: list, there: false });
  assert.deepEqual(pageFor([{ url }], url), { page: { url }, there: true });
  assert.equal(pageFor([], url), null);
});
