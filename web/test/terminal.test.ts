import assert from 'node:assert/strict';
import { test } from 'node:test';

Object.assign(globalThis, { window: globalThis });
const { Connection } = await import('../src/terminal/connection.ts');

const wait = () => new Promise(done => setTimeout(done));

class Socket {
  binaryType = '';
  sent: unknown[] = [];
  closed = false;
  onmessage: (event: { data: unknown }) => void = () => {};
  onclose: () => void = () => {};
  constructor(readonly address: string) {}
  send(what: unknown) {
    this.sent.push(what);
  }
  close() {
    this.closed = true;
  }
  says(message: object) {
    this.onmessage({ data: JSON.stringify(message) });
  }
  puts(bytes: number) {
    this.onmessage({ data: new Uint8Array(bytes).buffer });
  }
}

function looking(there = true) {
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
    async () => there,
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
  const { connection, sockets, last } = looking(false);
  last().onclose();
  await wait();
  assert.equal(connection.ending.value?.reason, 'closed');
  assert.equal(sockets.length, 1);
});

/** What the real terminal makes of it; it draws nothing without a document. */
async function real() {
  const { Terminal } = await import('@xterm/xterm');
  const xterm = new Terminal({ cols: 80, rows: 24 });
  const socket = new Socket('');
  const connection = new Connection(
    'ws://here/connect',
    {
      bytes: (bytes, done) => xterm.write(bytes, done),
      reset: () => xterm.write('\x1bc'),
      resize: () => {},
    },
    async () => true,
    () => socket as unknown as WebSocket,
  );
  xterm.onData(typed => connection.type(new TextEncoder().encode(typed)));
  const drawn = () => new Promise<void>(done => xterm.write('', done));
  const puts = async (text: string) => {
    socket.onmessage({ data: new TextEncoder().encode(text).buffer });
    await drawn();
  };
  const sent = () =>
    socket.sent.map(each => (typeof each === 'string' ? each : new TextDecoder().decode(each as Uint8Array)));
  return { xterm, socket, connection, drawn, puts, sent };
}

const QUESTIONS = '\x1b[c\x1b[>c\x1b[5n\x1b[6n\x1b[?6n\x1b[?2026$p\x1b[4$p\x1bP$qm\x1b\\\x1b[?1004h';

test('questions of old output are not answered again', async () => {
  const { socket, connection, puts, sent } = await real();
  socket.says({ type: 'start', from: 0, rows: 24, columns: 80 });
  await puts(QUESTIONS);
  await puts(QUESTIONS);
  assert.deepEqual(sent(), []);
  connection.close();
});

test('questions that come after what is kept, or after what a person has typed, are answered', async () => {
  const first = await real();
  first.socket.says({ type: 'start', from: 0, rows: 24, columns: 80 });
  await first.puts('.'.repeat(256 << 10));
  await first.puts('\x1b[c');
  assert.deepEqual(first.sent(), ['\x1b[?1;2c']);
  first.connection.close();

  const second = await real();
  second.socket.says({ type: 'start', from: 0, rows: 24, columns: 80 });
  await second.puts('$ ');
  second.xterm.input('vim\r');
  await second.puts('\x1b[c');
  assert.deepEqual(second.sent(), ['vim\r', '\x1b[?1;2c']);
  second.connection.close();
});

test('what is older than what was lost does not stay on the screen', async () => {
  const { xterm, socket, connection, drawn } = await real();
  socket.says({ type: 'start', from: 0, rows: 24, columns: 80 });
  socket.onmessage({ data: new TextEncoder().encode('old').buffer });
  socket.says({ type: 'lost', from: 1000 });
  socket.onmessage({ data: new TextEncoder().encode('new').buffer });
  await drawn();
  assert.equal(xterm.buffer.active.getLine(0)?.translateToString(true), 'new');
  connection.close();
});
