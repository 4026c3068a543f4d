import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../src/api/types.ts';

const text = '{"organizations": []}';
Object.assign(globalThis, {
  window: globalThis,
  document: { getElementById: () => ({ textContent: text }) },
  location: { origin: 'http://here' },
});
// The client takes fetch once.
let fetched: typeof fetch = () => Promise.reject(new Error('no server'));
globalThis.fetch = (...asked) => fetched(...asked);
const { Terminals } = await import('../src/terminal/store.ts');

const problem = (status: number, code: string, detail: string) => ({ status, code, detail, hint: 'Do something' });

/** A server that has these terminals, and answers so who asks for a connection without a websocket. */
function server(connection = problem(426, 'upgrade_required', 'Only a websocket is served here')) {
  const at = { ids: [] as string[], away: false, deleted: 0 };
  fetched = async (asked, init) => {
    const request = new Request(new URL(asked instanceof Request ? asked.url : String(asked), 'http://here'), init);
    const method = asked instanceof Request ? asked.method : request.method;
    if (request.url.endsWith('/connect')) return Response.json(connection, { status: connection.status });
    if (method === 'DELETE') at.deleted++;
    if (at.away) return Response.json(problem(409, 'machine_away', 'No machine'), { status: 409 });
    return Response.json({ items: at.ids.map(terminal_id => ({ terminal_id, created_at: 0, viewers: 1 })) });
  };
  return { at, terminals: new Terminals({ org_id: 'org-1', session_id: 'session-1' } as Session) };
}

const ids = (terminals: InstanceType<typeof Terminals>) => terminals.items.value?.map(each => each.terminal_id);

test('the chosen one stays in view when it has ended, until a person chooses', async () => {
  const { at, terminals } = server();
  at.ids = ['a', 'b', 'c'];
  await terminals.look();
  terminals.choose('b');
  at.ids = ['a', 'c'];
  assert.equal(await terminals.inquiry('b').gone(), 'gone');
  await terminals.look();
  assert.deepEqual([terminals.chosen.value, ids(terminals)], ['b', ['a', 'b', 'c']]);
  terminals.choose('a');
  assert.deepEqual([terminals.chosen.value, ids(terminals)], ['a', ['a', 'c']]);
  assert.equal(await terminals.inquiry('a').gone(), null);
});

test('one that has ended is closed without the server', async () => {
  const { at, terminals } = server();
  at.ids = ['a', 'b'];
  await terminals.look();
  at.ids = ['a'];
  await terminals.look();
  await terminals.close('b');
  assert.deepEqual([terminals.chosen.value, ids(terminals), at.deleted], ['a', ['a'], 0]);
  await terminals.close('a');
  assert.deepEqual([terminals.chosen.value, ids(terminals), at.deleted], [null, [], 1]);
});

test('why a connection was not taken is what a plain request is told', async () => {
  const full = server(problem(409, 'too_many_viewers', 'The terminal has 16 viewers'));
  assert.equal(await full.terminals.inquiry('a').refused(), 'The terminal has 16 viewers. Do something.');
  const elsewhere = server();
  const words = await elsewhere.terminals.inquiry('a').refused();
  assert.match(words, /AGENT_BASE_URL.* is at http:\/\/here;/);
});
