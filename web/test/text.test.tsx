import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesOf } from '../src/session/changes/patch.ts';
import { Ansi, plain } from '../src/text/ansi.tsx';
import { Code } from '../src/text/code.tsx';
import { lastLines, shortLines } from '../src/text/lines.ts';
import { Markdown, safe } from '../src/text/markdown.tsx';
import { marked } from '../src/text/marks.ts';
import { tree } from './tree.ts';

const shown = (text: string) => tree(<Markdown text={text} />);

test('markup in Markdown is text', () => {
  assert.match(shown('a <img src=x onerror=alert(1)> b'), /<p>a <img src=x onerror=alert\(1\)> b<\/p>/); // the tree does not escape
  const parts: string[] = [];
  const walk = (child: unknown): void => {
    if (Array.isArray(child)) child.forEach(walk);
    else if (typeof child === 'object' && child && 'type' in child) {
      const { type, props } = child as { type: unknown; props: { children?: unknown } };
      if (typeof type === 'string') parts.push(type);
      walk(typeof type === 'function' && type.length > 0 ? (type as (p: object) => unknown)(props) : props.children);
    }
  };
  walk(<Markdown text={'<script>alert(1)</script>\n\n<iframe src="x"></iframe> <b>x</b>'} />);
  assert.ok(
    parts.every(part => ['div', 'p', 'pre'].includes(part)),
    parts.join(),
  );
});

test('only web and mail addresses become links', () => {
  for (const bad of [
    'javascript:alert(1)',
    'JaVaScRiPt:alert(1)',
    'data:text/html,x',
    'vbscript:x',
    'file:///etc',
    '//x',
    'x',
  ]) {
    assert.equal(safe(bad), null, bad);
  }
  assert.doesNotMatch(shown('[a](javascript:alert(1)) <javascript:alert(1)>'), /<a /);
  assert.match(
    shown('[a](https://example.com/x)'),
    /<a href="https:\/\/example.com\/x" target="_blank" rel="noopener noreferrer">a<\/a>/,
  );
});

test('images of strangers are links', () => {
  const made = shown('![cat](https://example.com/cat.png?secret)');
  assert.doesNotMatch(made, /<img/);
  assert.match(made, /<a href="https:\/\/example.com\/cat.png\?secret"[^>]*>image: cat<\/a>/);
});

test('Markdown becomes elements', () => {
  const made = shown(
    '# T\n\n- a **b** `c`\n- [x] d\n\n```js\nlet x = 1 < 2\n```\n\n| h |\n|---|\n| 1 |\n\n&lt;x&gt; &amp;',
  );
  assert.match(made, /<h3>T<\/h3>/);
  assert.match(made, /<strong>b<\/strong>/);
  assert.match(made, /<code>c<\/code>/);
  assert.match(made, /<pre[^>]*><span class="word">let<\/span> x = <span class="number">1<\/span> < /);
  assert.match(made, /<td>1<\/td>/);
  assert.match(made, /<x> &/);
});

test('code is coloured by the kinds of its words, and stays the same text', () => {
  const code = (text: string, language: string) => tree(<Code text={text} language={language} />);
  assert.equal(
    code('let x = 12; // "no"', 'ts'),
    '<span class="word">let</span> x = <span class="number">12</span>; <span class="comment">// "no"</span>',
  );
  assert.equal(
    code("def f(): return 'a#b' # c", 'python title=x'),
    '<span class="word">def</span> f(): <span class="word">return</span> <span class="string">\'a#b\'</span> <span class="comment"># c</span>',
  );
  assert.match(
    code('SELECT 1 -- one', 'SQL'),
    /<span class="word">SELECT<\/span>.*<span class="comment">-- one<\/span>/,
  );
  assert.equal(code('let x = 1', ''), 'let x = 1');
  assert.equal(code('let x = 1', 'prose'), 'let x = 1');
  const long = 'if (a) "b" /* c */ 1\n'.repeat(1000) + '"'.repeat(20_000);
  assert.equal(code(long, 'java').replace(/<\/?span[^>]*>/g, ''), long);
  assert.ok(code(long, 'java').split('<span').length < 500);
});

test('a text that nests without end is cut, a huge one is shown as it is', () => {
  assert.ok(shown(`${'> '.repeat(500)}x`).length < 20_000);
  assert.match(shown('x\n'.repeat(50_000)), /^<pre/);
});

test('of ANSI only colours count', () => {
  const esc = '\u001b';
  assert.equal(plain(`a${esc}]8;;https://evil.example${esc}\\link${esc}]8;;${esc}\\b`), 'alinkb');
  assert.equal(plain(`${esc}]0;title\u0007${esc}[2J${esc}[1;1Hx${esc}[?25l`), 'x');
  assert.equal(plain('10 %\r20 %\r30 %\n'), '30 %\n');
  const made = tree(<Ansi text={`${esc}[31mred${esc}[0m plain ${esc}[1mbold${esc}[0m`} />);
  assert.equal(made, '<span class="ansi-red-fg">red</span> plain <span class="ansi-bold">bold</span>');
});

test('what can not be seen is shown as a mark', () => {
  assert.equal(marked('a\u202eb\u200bc\u0007'), 'a⟨202E⟩b⟨200B⟩c␇');
  assert.equal(marked('ok\ttab\nline'), 'ok\ttab\nline');
  assert.equal(marked('👩\u200d💻'), '👩\u200d💻');
  assert.equal(marked('a\u200db'), 'a⟨200D⟩b');
});

test('a long line is cut, the last lines are the last ones', () => {
  assert.ok(shortLines('x'.repeat(1 << 20)).length < 2100);
  assert.equal(lastLines('a\nb\nc', 2), 'b\nc');
  assert.equal(lastLines('a', 12), 'a');
});

test('a patch is read by file', () => {
  const patch = [
    'diff --git a/x.txt b/x.txt',
    'index 1..2 100644',
    '--- a/x.txt',
    '+++ b/x.txt',
    '@@ -1,2 +1,2 @@',
    ' a',
    '-b',
    '+c',
    'diff --git a/y z.txt b/y z.txt',
    'new file mode 100644',
    '@@ -0,0 +1 @@',
    '+n',
    '',
  ].join('\n');
  const files = filesOf(patch);
  assert.deepEqual(
    files.map(file => [file.path, file.additions, file.deletions]),
    [
      ['x.txt', 1, 1],
      ['y z.txt', 1, 0],
    ],
  );
  assert.deepEqual(files[0]?.lines, ['@@ -1,2 +1,2 @@', ' a', '-b', '+c']);
});
