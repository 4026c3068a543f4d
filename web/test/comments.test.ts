import assert from 'node:assert/strict';
import { test } from 'node:test';
import { excerptOf, linesOf, spanAt, spanOf, whereOf, wordsOf } from '../src/session/changes/lines.ts';
import { messageOf } from '../src/session/changes/message.ts';
import { filesOf } from '../src/session/changes/patch.ts';

const PATCH = [
  '@@ -8,4 +8,5 @@ def total',
  ' a',
  '-b',
  '+c',
  '+d',
  ' e',
  '@@ -40 +41 @@',
  '-x',
  '\\ No newline at end of file',
  '+y',
];
const lines = linesOf(PATCH);
const where = (first: number, last: number) => wordsOf(whereOf(lines, { first, last }));

test('lines have the numbers of the file after the change, removed ones those before', () => {
  assert.deepEqual(
    lines.map(line => line.number),
    [null, 8, 9, 9, 10, 11, null, 40, null, 41],
  );
  assert.equal(where(1, 1), 'line 8');
  assert.equal(where(2, 2), 'removed line 9');
  assert.equal(where(2, 4), 'lines 9–10');
});

test('a file that is new or gone has numbers too', () => {
  assert.deepEqual(
    linesOf(['new file mode 100644', '@@ -0,0 +1,2 @@', '+a', '+b']).map(line => line.number),
    [null, null, 1, 2],
  );
  assert.deepEqual(
    linesOf(['@@ -1,2 +0,0 @@', '-a', '-b']).map(line => line.number),
    [null, 1, 2],
  );
  assert.deepEqual(
    linesOf(['Binary files a/x and b/x differ']).map(line => line.number),
    [null],
  );
});

test('a span stays in its hunk and is not endless', () => {
  assert.deepEqual(spanOf(lines, 3, 9), { first: 3, last: 5 });
  assert.deepEqual(spanOf(lines, 5, 0), { first: 1, last: 5 });
  const many = linesOf(['@@ -0,0 +1,500 @@', ...Array.from({ length: 500 }, () => '+x')]);
  assert.deepEqual(spanOf(many, 1, 400), { first: 1, last: 100 });
});

test('a comment is where its lines stand with their numbers, else nowhere', () => {
  const span = { first: 2, last: 3 };
  const at = [excerptOf(lines, span), whereOf(lines, span)] as const;
  assert.deepEqual(spanAt(lines, ...at), span);
  assert.equal(spanAt(linesOf(PATCH.with(3, '+other')), ...at), null);
  assert.equal(spanAt(linesOf(PATCH.with(0, '@@ -9,4 +9,5 @@')), ...at), null);
  assert.equal(spanAt(linesOf(PATCH.slice(0, 3)), ...at), null);
});

test('one message says path, lines, excerpt and remark of each, in the order of the files', () => {
  const remark = (path: string, first: number, last: number, words: string) => ({
    path,
    where: whereOf(lines, { first, last }),
    excerpt: excerptOf(lines, { first, last }),
    words,
  });
  assert.equal(
    messageOf([remark('b.py', 3, 3, ' why? '), remark('a.py', 4, 5, 'two'), remark('a.py', 2, 3, 'one')]),
    [
      '3 comments on your changes:',
      '`a.py`, line 9:\n```diff\n-b\n+c\n```\none',
      '`a.py`, lines 10–11:\n```diff\n+d\n e\n```\ntwo',
      '`b.py`, line 9:\n```diff\n+c\n```\nwhy?',
    ].join('\n\n'),
  );
});

test('the excerpt is short, and no line of it ends its block', () => {
  const patch = linesOf([
    '@@ -0,0 +1,30 @@',
    ...Array.from({ length: 30 }, (_, i) => `+${i} \`\`\`\` ${'x'.repeat(500)}`),
  ]);
  const span = { first: 1, last: 30 };
  const said = messageOf([
    { path: 'a`b.md', where: whereOf(patch, span), excerpt: excerptOf(patch, span), words: 'w' },
  ]);
  assert.match(
    said,
    /^A comment on your changes:\n\n`` a`b.md ``, lines 1–30:\n\(the last 10 of 30 lines\)\n`````diff\n\+20 /,
  );
  assert.ok(said.length < 3000, `${said.length}`);
});

test('a path is the one after the change, whatever is in it', () => {
  const paths = (patch: string) => filesOf(patch).map(file => file.path);
  assert.deepEqual(paths('diff --git a/x b/y b/x b/y\n--- a/x b/y\n+++ b/x b/y\n@@ -1 +1 @@\n-a\n+b\n'), ['x b/y']);
  assert.deepEqual(paths('diff --git a/old b/new\nrename from old\nrename to new\n'), ['new']);
  assert.deepEqual(paths('diff --git a/gone b/gone\n--- a/gone\n+++ /dev/null\n@@ -1 +0,0 @@\n-a\n'), ['gone']);
  assert.deepEqual(paths('diff --git a/a b b/a b\n--- a/a b\t\n+++ b/a b\t\n@@ -1 +1 @@\n-a\n+b\n'), ['a b']);
});
