// A long text in blocks of lines, of which only those near the view are in the document.

import { type Token, tokensOf } from '../../text/code.tsx';
import { shortLines } from '../../text/lines.ts';

export const BLOCK = 50;
/** What comes after so many characters has no colours: finding them takes the time of a click. */
const COLOURED = 1 << 18;

export interface Source {
  text: string;
  lines: number;
  tokens: Token[];
  /** Where each block begins; at the end where the last one ends. */
  begins: number[];
}

/** One newline at the end ends the last line and begins none. */
export function sourceOf(content: string, language: string): Source {
  const text = shortLines(content.replace(/\r\n/g, '\n')).replace(/\n$/, '');
  const begins = [0];
  let lines = 1;
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) {
    if (lines++ % BLOCK === 0) begins.push(at + 1);
  }
  begins.push(text.length + 1);
  return { text, lines, tokens: tokensOf(text.slice(0, COLOURED), language), begins };
}

/** The tokens that reach into a part, no more than so many. */
export function tokensIn(tokens: Token[], from: number, to: number, most: number): Token[] {
  let low = 0;
  let high = tokens.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((tokens[middle]?.to ?? 0) <= from) low = middle + 1;
    else high = middle;
  }
  const found = tokens.slice(low, low + most);
  const end = found.findIndex(token => token.from >= to);
  return end < 0 ? found : found.slice(0, end);
}
