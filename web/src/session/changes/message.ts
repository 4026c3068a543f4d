// What the agent reads of comments: one message, with place, lines and remark of each.
import { type Where, wordsOf } from './lines.ts';

const LINES = 10;

interface Remark {
  path: string;
  where: Where;
  excerpt: string[];
  words: string;
}

export function messageOf(remarks: Remark[]): string {
  const sorted = [...remarks].sort((a, b) =>
    a.path === b.path ? a.where.from - b.where.from : a.path < b.path ? -1 : 1,
  );
  const head = remarks.length === 1 ? 'A comment on your changes:' : `${remarks.length} comments on your changes:`;
  return [head, ...sorted.map(part)].join('\n\n');
}

function part({ path, where, excerpt, words }: Remark): string {
  const shown = excerpt.slice(-LINES);
  const fence = fenceFor(shown.join('\n'), 3);
  const more = excerpt.length > LINES ? [`(the last ${LINES} of ${excerpt.length} lines)`] : [];
  return [`${code(path)}, ${wordsOf(where)}:`, ...more, `${fence}diff`, ...shown, fence, words.trim()].join('\n');
}

/** Longer than any that stands in the text. */
function fenceFor(text: string, least: number): string {
  const runs = (text.match(/`+/g) ?? []).map(run => run.length);
  return '`'.repeat(Math.max(least, ...runs.map(run => run + 1)));
}

function code(text: string): string {
  const fence = fenceFor(text, 1);
  return fence.length === 1 ? `${fence}${text}${fence}` : `${fence} ${text} ${fence}`;
}
