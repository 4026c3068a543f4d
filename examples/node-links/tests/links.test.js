import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, test } from 'node:test';
import { broken, isForeign, linksOf } from '../src/links.js';

let root;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'site-'));
});

afterEach(() => rmSync(root, { recursive: true }));

function page(path, ...links) {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), links.map(link => `<p><a class="x" href="${link}">x</a>`).join('\n'));
}

test('links of a page are found in their order', () => {
  assert.deepEqual(linksOf('<a href="a.html">a</a> <a\n id="i" href="b">b</a> <area href="c">'), ['a.html', 'b']);
});

test('what leads out of the site is not looked at', () => {
  page('index.html', 'https://example.com/none', 'mailto:a@example.com', '//example.com/x');
  assert.deepEqual(broken(root), []);
  assert.ok(!isForeign('a.html'));
});

test('a missing page is told with the page that links to it', () => {
  page('index.html', 'none.html', 'there.html');
  page('there.html');
  assert.deepEqual(broken(root), [{ page: 'index.html', link: 'none.html' }]);
});

test('a directory leads to its index', () => {
  page('index.html', 'guide/', 'empty/');
  page('guide/index.html');
  mkdirSync(join(root, 'empty'));
  assert.deepEqual(broken(root), [{ page: 'index.html', link: 'empty/' }]);
});

test('links of a page in a directory start there', () => {
  page('index.html');
  page('guide/start.html', 'next.html', '../index.html', '/guide/next.html', 'guide/next.html');
  page('guide/next.html');
  assert.deepEqual(broken(root), [{ page: join('guide', 'start.html'), link: 'guide/next.html' }]);
});

test('places within a page and questions are no part of its name', () => {
  page('index.html', 'there.html#part', '#top', 'there.html?print=1', '?all', 'none.html#part');
  page('there.html');
  assert.deepEqual(broken(root), [{ page: 'index.html', link: 'none.html#part' }]);
});

test('names may be percent-encoded', () => {
  page('index.html', 'a%20page.html', '100%.html');
  page('a page.html');
  page('100%.html');
  assert.deepEqual(broken(root), []);
});

test('nothing above the site is looked at', () => {
  page('index.html', '../etc/passwd', '%2e%2e/x');
  assert.equal(broken(root).length, 2);
});
