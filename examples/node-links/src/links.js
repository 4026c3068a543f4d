import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { join, relative } from 'node:path';

/** The addresses that a page links to, as they stand in it. */
export function linksOf(html) {
  return [...html.matchAll(/<a\s[^>]*?href="([^"]*)"/g)].map(match => match[1]);
}

/** Whether a link leads out of the site. */
export function isForeign(link) {
  return /^[a-z][a-z0-9+.-]*:/i.test(link) || link.startsWith('//');
}

/** The file that a link means. */
export function target(root, page, link) {
  return join(root, link);
}

/** The pages of a site: paths below its root, sorted. */
export function pagesOf(root) {
  return readdirSync(root, { recursive: true })
    .map(String)
    .filter(path => path.endsWith('.html'))
    .sort();
}

/** Links that lead nowhere, as { page, link }. */
export function broken(root) {
  return pagesOf(root).flatMap(page =>
    linksOf(readFileSync(join(root, page), 'utf8'))
      .filter(link => !isForeign(link))
      .filter(link => !leads(root, target(root, page, link)))
      .map(link => ({ page, link })),
  );
}

/** A directory leads to its index. */
function leads(root, file) {
  if (relative(root, file).startsWith('..')) return false;
  if (!existsSync(file)) return false;
  return !statSync(file).isDirectory() || existsSync(join(file, 'index.html'));
}
