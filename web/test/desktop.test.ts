import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Session } from '../src/api/types.ts';
import type { Mode } from '../src/desktop/desktop.ts';

const answers: (() => Response)[] = [];
Object.assign(globalThis, {
  window: globalThis,
  document: { getElementById: () => ({ textContent: '{"organizations": []}' }) },
  location: { origin: 'http://here' },
  fetch: async () => (answers.length > 1 ? answers.shift() : answers[0])?.(),
});
const { Desktop } = await import('../src/desktop/desktop.ts');

const refused = (status: number, code: string) => () => Response.json({ status, code, detail: code }, { status });
const upgrade = refused(426, 'upgrade_required');

class Socket extends EventTarget {
  closed = false;
  constructor(readonly address: string) {
    super();
  }
  close() {
    this.closed = true;
  }
  opens() {
    this.dispatchEvent(new Event('open'));
  }
  ends(code = 1001, reason = '') {
    this.dispatchEvent(Object.assign(new Event('close'), { code, reason }));
  }
}

function looking(...said: (() => Response)[]) {
  answers.splice(0, answers.length, ...said);
  const sockets: Socket[] = [];
  const views: { mode: Mode; ready: () => void; closed: boolean }[] = [];
  const desktop = new Desktop(
    { org_id: 'org-1', session_id: 'agent-1', status: 'running' } as Session,
    (_, mode, ready) => {
      const view = { mode, ready, closed: false };
      views.push(view);
      return { close: () => (view.closed = true) };
    },
    address => {
      const socket = new Socket(address);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  );
  desktop.connect();
  const last = () => sockets.at(-1) as Socket;
  const until = async (met: () => boolean) => {
    while (!met()) await new Promise(done => setTimeout(done, 10));
  };
  return { desktop, sockets, views, last, until };
}

test('one looks on first, and control is another connection', () => {
  const { desktop, sockets, views, last } = looking(upgrade);
  assert.equal(last().address, 'ws://here/v3/organizations/org-1/sessions/agent-1/desktop/connect?mode=view');
  last().opens();
  views[0]?.ready();
  assert.equal(desktop.shown.value, true);
  desktop.turn('control');
  assert.deepEqual([sockets[0]?.closed, views[0]?.closed, desktop.shown.value], [true, true, false]);
  assert.match(last().address, /mode=control$/);
  last().opens();
  assert.equal(views[1]?.mode, 'control');
  views[0]?.ready(); // of the one before
  assert.equal(desktop.shown.value, false);
  desktop.close();
  assert.equal(last().closed, true);
});

test('a break is mended, in the same mode', async () => {
  const { desktop, sockets, views, last, until } = looking(upgrade);
  desktop.turn('control');
  last().opens();
  views[0]?.ready();
  last().ends(1001);
  assert.equal(views[0]?.closed, true);
  await until(() => sockets.length === 3);
  assert.match(last().address, /mode=control$/);
  assert.equal(desktop.trouble.value, null);
  desktop.close();
});

test('what is against it is said, and what passes is asked again', async () => {
  const { desktop, sockets, last, until } = looking(refused(404, 'feature_disabled'));
  last().ends(1006);
  await until(() => desktop.problem.value !== null);
  assert.equal(desktop.problem.value?.code, 'feature_disabled');
  assert.equal(sockets.length, 1);
  answers.splice(0, answers.length, upgrade);
  desktop.retry();
  assert.equal(sockets.length, 2);
  desktop.close();

  const away = looking(refused(409, 'no_desktop'), upgrade);
  away.last().ends(1006);
  await away.until(() => away.desktop.problem.value?.code === 'no_desktop');
  await away.until(() => away.sockets.length === 2);
  assert.equal(away.desktop.problem.value, null);
  away.desktop.close();
});

test('why a machine can not show it is said while it is tried again', async () => {
  const { desktop, sockets, last, until } = looking(upgrade);
  last().opens();
  last().ends(1011, 'the desktop does not start');
  await until(() => sockets.length === 2);
  assert.equal(desktop.trouble.value, "The desktop can't be shown: the desktop does not start.");
  last().ends(1006); // not even taken
  await until(() => sockets.length === 3);
  assert.match(desktop.trouble.value ?? '', /takes no connection from this page/);
  desktop.close();
});
