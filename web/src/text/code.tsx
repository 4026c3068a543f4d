// Code as coloured pieces: comments, strings, numbers and words of the language. No more than a reader needs to find his way.
import type { ComponentChild, JSX } from 'preact';
import { marked } from './marks.ts';

/** What comes after so many pieces of a block has no colours: each piece is an element. */
const MOST = 400;

const SHORT = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'/;
const LONG = /"""[\s\S]*?(?:"""|$)|'''[\s\S]*?(?:'''|$)|`(?:[^`\\]|\\[\s\S])*(?:`|$)/;
const SLASHES = /\/\/.*|\/\*[\s\S]*?(?:\*\/|$)/;
const DASHES = /--.*|\/\*[\s\S]*?(?:\*\/|$)/;
const HASH = /(?<![^\s;(])#.*/;

interface Grammar {
  pattern: RegExp;
  words: Set<string>;
  anyCase: boolean;
}

function grammar(comment: RegExp, words: string, anyCase = false): Grammar {
  const kinds = [
    `(?<comment>${comment.source})`,
    `(?<string>${LONG.source}|${SHORT.source})`,
    '(?<number>\\b\\d[\\w.]*)',
    '(?<word>[A-Za-z_$][\\w$]*)',
  ];
  return { pattern: new RegExp(kinds.join('|'), 'g'), words: new Set(words.split(' ')), anyCase };
}

const C = grammar(
  SLASHES,
  'abstract as async await bool boolean break byte case catch char class const continue default defer delete do double else enum export extends false final finally float fn for from func function go goto if impl implements import in instanceof int interface is let long match mod module mut namespace new nil null of operator override package private protected pub public readonly record return self short signed sizeof static struct super switch sealed this throw throws trait true try type typedef typeof undefined union unsafe unsigned use using val var virtual void volatile when where while with yield',
);
const SCRIPT = grammar(
  HASH,
  'and as assert async await begin break case class continue def del do done echo elif else end esac except exit export False false fi finally for from function global if import in is lambda local module next nil None nonlocal not null or pass raise require rescue return self set super switch then True true try unless until when while with yield',
);
const SQL = grammar(
  DASHES,
  'add all alter and as asc begin between by case cast check column commit constraint create cross default delete desc distinct drop else end exists false foreign from full group having if in index inner insert into is join key left like limit not null offset on or order outer primary references returning right rollback select set table then true union unique update using values view when where with',
  true,
);

const NAMES: [Grammar, string][] = [
  [
    C,
    'c cc cjs cpp cs csharp css cts cxx dart go golang gradle groovy h hh hpp java javascript js json jsonc jsx kotlin kt kts less mjs mts php proto rs rust scala scss swift ts tsx typescript',
  ],
  [
    SCRIPT,
    'bash cfg conf containerfile dockerfile env hcl ini make makefile mk pl properties py pyi python r rb ruby sh shell terraform tf toml yaml yml zsh',
  ],
  [SQL, 'sql postgres postgresql mysql sqlite'],
];
const LANGUAGES = new Map(NAMES.flatMap(([known, names]) => names.split(' ').map(name => [name, known] as const)));

export interface Token {
  from: number;
  to: number;
  kind: string;
}

/** What is to be coloured of a text, in its order; nothing where nobody knows the language. */
export function tokensOf(text: string, language: string, most = Number.POSITIVE_INFINITY): Token[] {
  const name = language.trim().split(/[\s{,:]/)[0] ?? '';
  const known = LANGUAGES.get(name.toLowerCase());
  const tokens: Token[] = [];
  if (!known) return tokens;
  for (const found of text.matchAll(known.pattern)) {
    if (tokens.length >= most) break;
    const kind = kindOf(found, known);
    if (kind) tokens.push({ from: found.index, to: found.index + found[0].length, kind });
  }
  return tokens;
}

/** A part of the text with the tokens that reach into it. */
export function coloured(text: string, tokens: Token[], begin = 0, end = text.length): ComponentChild[] {
  const made: ComponentChild[] = [];
  let from = begin;
  for (const token of tokens) {
    const start = Math.max(token.from, begin);
    made.push(
      marked(text.slice(from, start)),
      <span key={start} class={token.kind}>
        {marked(text.slice(start, Math.min(token.to, end)))}
      </span>,
    );
    from = Math.min(token.to, end);
  }
  made.push(marked(text.slice(from, end)));
  return made;
}

export function Code({ text, language }: { text: string; language: string }): JSX.Element {
  return <>{coloured(text, tokensOf(text, language, MOST))}</>;
}

function kindOf(found: RegExpMatchArray, known: Grammar): string | null {
  const { word, ...others } = found.groups ?? {};
  if (word === undefined) return Object.keys(others).find(kind => others[kind] !== undefined) ?? null;
  return known.words.has(known.anyCase ? word.toLowerCase() : word) ? 'word' : null;
}
