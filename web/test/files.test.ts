import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../src/api/problem.ts';
import type { FileEntry } from '../src/api/types.ts';
import { BLOCK, sourceOf, tokensIn } from '../src/session/files/lines.ts';
import { above, copied, join, languageOf, parent, shownName, way } from '../src/session/files/names.ts';
import { asBefore, type Directory, moveOf, pressed, rowsOf, sorted } from '../src/session/files/rows.ts';
import { addressOf, placeOf } from '../src/session/place.ts';

const entry = (name: string, kind: FileEntry['kind'] = 'file'): FileEntry => ({
  name,
  kind,
  size: 1,
  ignored: false,
  changed: false,
});
const of = (...entries: FileEntry[]): Directory => ({ entries: sorted(entries), more: false, problem: null });
const SLOW = new Refusal(504, 'machine_slow', 'The machine is slow', null, null);

const TREE = new Map<string, Directory>([
  ['', of(entry('a.txt'), entry('lib', 'directory'), entry('src', 'directory'), entry('z.sock', 'other'))],
  ['src', of(entry('b.py'), entry('deep', 'directory'))],
]);
const open = (...paths: string[]) => rowsOf(TREE, path => paths.includes(path));
const seen = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(row => `${'note' in row ? row.note : row.path} ${row.level}:${row.place}/${row.of}`);

test('directories stand first, each with what is in it when it is open', () => {
  assert.deepEqual(seen(open()), ['lib 1:1/4', 'src 1:2/4', 'a.txt 1:3/4', 'z.sock 1:4/4']);
  assert.deepEqual(seen(open('src', 'src/deep')), [
    'lib 1:1/4',
    'src 1:2/4',
    'src/deep 2:1/2',
    'loading 3:1/1',
    'src/b.py 2:2/2',
    'a.txt 1:3/4',
    'z.sock 1:4/4',
  ]);
});

test('what is not there is said in its place', () => {
  const rows = (directory: Directory) =>
    seen(
      rowsOf(
        new Map([
          ['', of(entry('d', 'directory'))],
          ['d', directory],
        ]),
        () => true,
      ),
    ).slice(1);
  assert.deepEqual(rows(of()), ['empty 2:1/1']);
  assert.deepEqual(rows({ ...of(entry('x')), more: true }), ['d/x 2:1/2', 'more 2:2/2']);
  assert.deepEqual(rows({ ...of(entry('x')), problem: SLOW }), ['d/x 2:1/2', 'failed 2:2/2']);
  assert.deepEqual(rows({ entries: null, more: false, problem: SLOW }), ['failed 2:1/1']);
  assert.deepEqual(seen(rowsOf(new Map([['', { ...of(entry('x')), problem: SLOW }]]), () => false)), ['x 1:1/1']);
});

test('keys move, open, close and choose', () => {
  const rows = open('src');
  const at = (path: string, key: string) =>
    moveOf(
      rows,
      rows.findIndex(row => row.key === path),
      key,
    );
  assert.deepEqual(at('lib', 'ArrowDown'), { to: 'src' });
  assert.deepEqual(at('lib', 'ArrowUp'), { to: 'lib' });
  assert.deepEqual(at('z.sock', 'ArrowDown'), { to: 'z.sock' });
  assert.deepEqual(at('src/b.py', 'Home'), { to: 'lib' });
  assert.deepEqual(at('lib', 'End'), { to: 'z.sock' });
  assert.deepEqual(at('lib', 'ArrowRight'), { open: 'lib' });
  assert.deepEqual(at('src', 'ArrowRight'), { to: 'src/deep' });
  assert.deepEqual(at('a.txt', 'ArrowRight'), { to: 'a.txt' });
  assert.deepEqual(at('src', 'ArrowLeft'), { close: 'src' });
  assert.deepEqual(at('src/b.py', 'ArrowLeft'), { to: 'src' });
  assert.deepEqual(at('a.txt', 'ArrowLeft'), { to: 'a.txt' });
  assert.deepEqual(at('a.txt', 'Enter'), { choose: 'a.txt' });
  assert.deepEqual(at('src', ' '), { close: 'src' });
  assert.equal(at('src', 'j'), null);
  assert.equal(moveOf([], 0, 'ArrowDown'), null);
});

test('an empty directory that is open has a row to go to, a failed one is tried again', () => {
  const failed = new Map([...TREE, ['src', { ...of(), problem: SLOW }]]);
  const rows = rowsOf(failed, path => path === 'src');
  assert.deepEqual(moveOf(rows, 1, 'ArrowRight'), { to: 'src/' });
  assert.deepEqual(moveOf(rows, 2, 'ArrowLeft'), { to: 'src' });
  const row = rows[2];
  assert.deepEqual(row && pressed(row), { retry: 'src' });
});

test('names of strangers stay on one line and hide nothing', () => {
  assert.equal(shownName('a\nb\tc\u202ed<b>'), 'a␊b␉c⟨202E⟩d<b>');
  assert.equal(copied('src/a b.py'), 'src/a b.py');
  assert.equal(copied("it's\nrm -rf \\"), "$'it\\'s\\U0000000Arm -rf \\\\'");
  assert.equal(copied('a\u202eb'), "$'a\\U0000202Eb'");
});

test('paths are put together and taken apart', () => {
  assert.equal(join('', 'a'), 'a');
  assert.equal(join('a/b', 'c'), 'a/b/c');
  assert.deepEqual(above('a/b/c.txt'), ['a', 'a/b']);
  assert.deepEqual(above('c.txt'), []);
  assert.deepEqual(['a/b/c.txt', 'c.txt', ''].map(parent), ['a/b', '', '']);
  assert.deepEqual(['src/a.test.ts', 'Dockerfile', 'a.b/Makefile', '.env'].map(languageOf), [
    'ts',
    'Dockerfile',
    'Makefile',
    'env',
  ]);
});

test('the part and the file in view are the address, there and back', () => {
  const session = `s-${'a'.repeat(32)}`;
  const path = 'src/a b&c=d#\n%.py';
  assert.deepEqual(placeOf(addressOf(session, 'files', path)), { tab: 'files', file: path });
  assert.equal(addressOf(session, 'files', 'src/a.py'), `/sessions/${'a'.repeat(32)}?tab=files&file=src/a.py`);
  assert.equal(addressOf(session, 'timeline'), `/sessions/${'a'.repeat(32)}`);
  assert.deepEqual(placeOf('/sessions/x?file=a'), { tab: 'files', file: 'a' });
  assert.deepEqual(placeOf('/sessions/x?step=e1'), { tab: 'timeline', file: '' });
  assert.deepEqual(placeOf('/sessions/x?tab=changes&file=a'), { tab: 'changes', file: '' });
  assert.deepEqual(placeOf('/sessions/x?tab=constructor'), { tab: 'timeline', file: '' });
});

test('a text is cut into blocks of whole lines', () => {
  const lines = Array.from({ length: 2 * BLOCK + 1 }, (_, i) => `line ${i}`);
  const source = sourceOf(`${lines.join('\r\n')}\r\n`, '');
  assert.equal(source.lines, 2 * BLOCK + 1);
  const blocks = source.begins.slice(1).map((end, i) => source.text.slice(source.begins[i], end - 1));
  assert.equal(blocks.length, 3);
  assert.equal(blocks[1]?.split('\n')[0], `line ${BLOCK}`);
  assert.equal(blocks[2], `line ${2 * BLOCK}`);
  assert.equal(blocks.join('\n'), lines.join('\n'));
  assert.equal(sourceOf('a\n\n', '').lines, 2);
  assert.equal(sourceOf('x'.repeat(9000), '').text.length < 2100, true);
});

test('a block has the colours of a comment that began before it', () => {
  const { text, tokens } = sourceOf('let a\n/* one\ntwo\n*/ 12', 'ts');
  const of = (from: number, to: number, most = 9) =>
    tokensIn(tokens, from, to, most).map(token => text.slice(token.from, token.to));
  assert.deepEqual(of(13, 16), ['/* one\ntwo\n*/']);
  assert.deepEqual(of(0, 5), ['let']);
  assert.deepEqual(of(0, text.length, 2), ['let', '/* one\ntwo\n*/']);
  assert.deepEqual(of(19, text.length), ['12']);
});

test('an address leads through so many directories and no more', () => {
  assert.deepEqual(way('a/b/c.txt'), ['a', 'a/b']);
  assert.equal(way(`${'a/'.repeat(64)}b`)?.length, 64);
  assert.equal(way(`${'a/'.repeat(65)}b`), null);
  assert.equal(way('a'.repeat(4097)), null);
});

test('a directory is drawn again for what people read in it, not for the id of a request', () => {
  const failed = (code: string, id: string, hint: string | null = null) => ({
    ...of(entry('x')),
    problem: new Refusal(409, code, 'It is slow', hint, id),
  });
  assert.equal(asBefore(failed('machine_slow', 'req-1'), failed('machine_slow', 'req-2')), true);
  assert.equal(asBefore(failed('machine_slow', 'req-1'), failed('machine_away', 'req-1')), false);
  assert.equal(asBefore(failed('a', 'req-1'), failed('a', 'req-1', 'Wait')), false);
  assert.equal(asBefore(of(entry('x')), of(entry('x'))), true);
  assert.equal(asBefore(of(entry('x')), of(entry('y'))), false);
  assert.equal(asBefore(of(entry('x')), { ...of(entry('x')), more: true }), false);
});
