// Names of files, as they are shown, copied and asked for. Git and file systems allow all but `/` and NUL in them.
import { marked } from '../../text/marks.ts';

/** On one line, with marks for what can't be seen. */
export const shownName = (name: string) =>
  marked(name.replace(/[\n\r\t]/g, found => String.fromCodePoint(0x2400 + (found.codePointAt(0) ?? 0))));

export const join = (directory: string, name: string) => (directory ? `${directory}/${name}` : name);

/** The directories that lead to it, the outermost first. */
export function above(path: string): string[] {
  const names = path.split('/').slice(0, -1);
  return names.map((_, i) => names.slice(0, i + 1).join('/'));
}

/** The longest path that is looked for in the tree, and the deepest: an address can say anything. */
const LONGEST = 4096;
const DEEPEST = 64;

/** Those that a reader can be led through; null where there are too many. */
export function way(path: string): string[] | null {
  return path.length > LONGEST || path.split('/').length > DEEPEST + 1 ? null : above(path);
}

export const parent = (path: string) => path.slice(0, Math.max(0, path.lastIndexOf('/')));

export const baseName = (path: string) => path.slice(path.lastIndexOf('/') + 1);

/** What a shell takes for the path: one with hidden characters could do something where it is pasted. */
export function copied(path: string): string {
  if (shownName(path) === path) return path;
  const escaped = path.replace(/['\\]/g, '\\$&').replace(/[^ -~]/gu, found => {
    return `\\U${(found.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(8, '0')}`;
  });
  return `$'${escaped}'`;
}

/** By which its text is coloured: the ending, or the name where that says it, such as Dockerfile. */
export function languageOf(path: string): string {
  return baseName(path).replace(/^.*\./s, '');
}
