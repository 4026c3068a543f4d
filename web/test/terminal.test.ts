import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Socket } from './socket.ts';

Object.assign(globalThis, { window: globalThis });
const { Connection } = await import('../src/terminal/connection.ts');

const wait = () => new Promise(done => setTimeout(done));

function looking(gone: string | null = null) {
  const sockets: Socket[] = [];
  const shown = { bytes: 0, resets: 0, size: '', pending: [] as (() => void)[] };
  const connection = new Connection(
    'ws://here/connect',
    {
      bytes: (bytes, done) => {
        shown.bytes += bytes.length;
        shown.pending.push(done);
      },
      reset: () => shown.resets++,
      resize: ({ rows, columns }) => {
        shown.size = `${rows} ${columns}`;
      },
    },
    { gone: async () => gone, refused: async () => 'Too many look at it.' },
    address => {
      const socket = new Socket(address);
      sockets.push(socket);
      return socket as unknown as WebSocket;
    },
  );
  const last = () => sockets.at(-1) as Socket;
  const again = async () => {
    const before = sockets.length;
    last().onclose();
    while (sockets.length === before) await new Promise(done => setTimeout(done, 20));
  };
  return { connection, sockets, shown, last, again };
}

test('a break is mended from the byte where it was', async () => {
  const { connection, shown, last, again } = looking();
  last().says({ type: 'start', from: 100, rows: 24, columns: 80 });
  last().puts(7);
  assert.equal(shown.size, '24 80');
  await again();
  assert.equal(last().address, 'ws://here/connect?from=107');
  last().says({ type: 'start', from: 107, rows: 24, columns: 80 });
  last().puts(3);
  assert.deepEqual([shown.bytes, shown.resets], [10, 0]);
  connection.close();
});

test('what was lost meanwhile begins a fresh screen', async () => {
  const { connection, shown, last, again } = looking();
  last().says({ type: 'start', from: 0, rows: 24, columns: 80 });
  last().puts(7);
  last().says({ type: 'lost', from: 1000 });
  assert.equal(shown.resets, 1);
  last().puts(5);
  await again();
  assert.equal(last().address, 'ws://here/connect?from=1005');
  last().says({ type: 'start', from: 2000, rows: 24, columns: 80 });
  assert.equal(shown.resets, 2);
  connection.close();
});

test('its size is told at once, and again after a break', async () => {
  const { connection, last, again } = looking();
  connection.tell({ rows: 30, columns: 90 });
  assert.deepEqual(last().sent, []);
  last().says({ type: 'start', from: 0, rows: 24, columns: 80 });
  assert.deepEqual(last().sent, ['{"type":"resize","rows":30,"columns":90}']);
  await again();
  last().says({ type: 'start', from: 0, rows: 24, columns: 80 });
  assert.deepEqual(last().sent, ['{"type":"resize","rows":30,"columns":90}']);
  connection.close();
});

test('what is pasted goes in pieces that the server takes', () => {
  const { connection, last } = looking();
  last().says({ type: 'start', from: 0, rows: 24, columns: 80 });
  connection.type(new Uint8Array(40_000));
  assert.deepEqual(
    last().sent.map(piece => (piece as Uint8Array).length),
    [16_384, 16_384, 7_232],
  );
  connection.close();
});

test('one that can not be shown as fast as it comes is let go and taken up later', () => {
  const { connection, last } = looking();
  last().says({ type: 'start', from: 0, rows: 24, columns: 80 });
  for (let i = 0; i < 4; i++) last().puts(1 << 20);
  assert.equal(last().closed, false);
  last().puts(1);
  assert.equal(last().closed, true);
  connection.close();
});

test('an end is an end', async () => {
  const { connection, sockets, last } = looking();
  last().says({ type: 'start', from: 0, rows: 24, columns: 80 });
  last().says({ type: 'exit', reason: 'exited', code: 3 });
  last().onclose();
  await wait();
  assert.deepEqual(connection.ending.value, { reason: 'exited', code: 3 });
  assert.equal(sockets.length, 1);
});

test('one that is not there any more is not asked for again', async () => {
  const { connection, sockets, last } = looking('gone');
  last().onclose();
  await wait();
  assert.equal(connection.ending.value?.reason, 'gone');
  assert.equal(sockets.length, 1);
});

test('why it was not taken is said until it is', async () => {
  const { connection, last, again } = looking();
  await again();
  assert.equal(connection.trouble.value, 'Too many look at it.');
  last().says({ type: 'start', from: 0, rows: 24, columns: 80 });
  assert.equal(connection.trouble.value, null);
  await again();
  assert.equal(connection.trouble.value, null); // a break is no refusal
  connection.close();
});
