import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Socket } from './socket.ts';

Object.assign(globalThis, { window: globalThis });
const { Connection } = await import('../src/terminal/connection.ts');

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
    { gone: async () => null, refused: async () => '' },
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
