// The lines of a file's change, each with its number.

export interface Line {
  text: string;
  kind: 'add' | 'del' | 'hunk' | '';
  /** In the file after the change, or before it when the line is gone. Null of what is no line of the file. */
  number: number | null;
}

export function linesOf(patch: string[]): Line[] {
  let before = 0;
  let after = 0;
  return patch.map(text => {
    const hunk = text.match(/^@@ -(\d+)(?:,\d+)? \+(\d+)/);
    if (hunk) {
      before = Number(hunk[1]);
      after = Number(hunk[2]);
      return { text, kind: 'hunk', number: null };
    }
    if (after === 0 && before === 0) return { text, kind: '', number: null };
    if (text.startsWith('-')) return { text, kind: 'del', number: before++ };
    if (text.startsWith('+')) return { text, kind: 'add', number: after++ };
    if (text.startsWith('\\')) return { text, kind: '', number: null };
    before++;
    return { text, kind: '', number: after++ };
  });
}

/** Lines of one hunk, by their places. */
export interface Span {
  first: number;
  last: number;
}

/** What a span is called: its numbers, of the file before the change when all its lines are gone. */
export interface Where {
  gone: boolean;
  from: number;
  to: number;
}

export function whereOf(lines: Line[], { first, last }: Span): Where {
  const all = lines.slice(first, last + 1);
  const gone = all.every(line => line.kind === 'del');
  const numbers = all.filter(line => gone || line.kind !== 'del').flatMap(line => line.number ?? []);
  return { gone, from: numbers[0] ?? 0, to: numbers.at(-1) ?? 0 };
}

export const wordsOf = ({ gone, from, to }: Where) =>
  `${gone ? 'removed ' : ''}${from === to ? `line ${from}` : `lines ${from}–${to}`}`;

/** Longer ones are no remark on lines any more. */
const LONGEST = 100;

/** From one line to another, as far as they are of one hunk. */
export function spanOf(lines: Line[], one: number, other: number): Span {
  const step = Math.sign(other - one);
  let end = one;
  while (end !== other && Math.abs(end - one) + 1 < LONGEST && (lines[end + step]?.number ?? null) !== null)
    end += step;
  return { first: Math.min(one, end), last: Math.max(one, end) };
}

/** Such a line is compared and kept only so far. */
const WIDTH = 200;

const cut = (line: string) => line.slice(0, WIDTH);

export const excerptOf = (lines: Line[], { first, last }: Span) =>
  lines.slice(first, last + 1).map(line => cut(line.text));

/** Where these lines stand with just these numbers; null when the file is another by now. */
export function spanAt(lines: Line[], excerpt: string[], where: Where): Span | null {
  const fits = (first: number) => {
    if (!excerpt.every((text, i) => cut(lines[first + i]?.text ?? '\n') === text)) return false;
    const found = whereOf(lines, { first, last: first + excerpt.length - 1 });
    return found.gone === where.gone && found.from === where.from && found.to === where.to;
  };
  const first = lines.findIndex((line, i) => line.number !== null && fits(i));
  return first < 0 ? null : { first, last: first + excerpt.length - 1 };
}
