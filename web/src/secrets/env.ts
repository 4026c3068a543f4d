// A `.env` file: names and values, as shells and the usual libraries read them.

export interface Variable {
  name: string;
  value: string;
}

export interface Env {
  variables: Variable[];
  /** Numbers of lines that say nothing of this kind. */
  wrong: number[];
}

const NAME = /^\s*(?:export\s+)?([A-Za-z_][A-Za-z0-9_]*)\s*=[ \t]*/;
const ESCAPES: Record<string, string> = { n: '\n', r: '\r', t: '\t' };

export function readEnv(text: string): Env {
  const lines = text.replace(/\r\n/g, '\n').split('\n');
  const found = new Map<string, string>();
  const wrong: number[] = [];
  for (let i = 0; i < lines.length; i++) {
    const line = lines[i] ?? '';
    if (/^\s*(#|$)/.test(line)) continue;
    const name = line.match(NAME);
    if (!name?.[1]) {
      wrong.push(i + 1);
      continue;
    }
    const rest = line.slice(name[0].length);
    const quote = rest[0];
    if (quote !== '"' && quote !== "'") {
      found.set(name[1], rest.replace(/(^|\s)#.*$/, '').trim());
      continue;
    }
    const quoted = within(lines, i, rest.slice(1), quote);
    if (quoted === null) {
      wrong.push(i + 1);
      continue;
    }
    found.set(name[1], quoted.value);
    i = quoted.last;
  }
  return { variables: [...found].map(([name, value]) => ({ name, value })), wrong };
}

/** Up to the quote that ends it, in a later line perhaps. */
function within(lines: string[], first: number, begin: string, quote: string) {
  let text = begin;
  for (let last = first; last < lines.length; text += `\n${lines[++last]}`) {
    const end = quote === '"' ? text.match(/^(?:[^"\\]|\\[\s\S])*"/) : text.match(/^[^']*'/);
    if (!end) continue;
    const raw = end[0].slice(0, -1);
    return { last, value: quote === '"' ? raw.replace(/\\([\s\S])/g, (_, c: string) => ESCAPES[c] ?? c) : raw };
  }
  return null;
}

/** Whether a pasted text is rather a file than one value. */
export const looksLikeEnv = (text: string) => readEnv(text).variables.length > 1 && readEnv(text).wrong.length === 0;
