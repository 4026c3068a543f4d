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
    'c cc cpp cs csharp css dart go golang h hpp java javascript js json jsonc jsx kotlin kt php proto rs rust scala swift ts tsx typescript',
  ],
  [
    SCRIPT,
    'bash conf dockerfile hcl ini make makefile pl properties py python r rb ruby sh shell terraform tf toml yaml yml zsh',
  ],
  [SQL, 'sql postgres postgresql mysql sqlite'],
];
const LANGUAGES = new Map(NAMES.flatMap(([known, names]) => names.split(' ').map(name => [name, known] as const)));

export function Code({ text, language }: { text: string; language: string }): JSX.Element {
  const known = LANGUAGES.get(
    language
      .trim()
      .split(/[\s{,:]/)[0]
      ?.toLowerCase() ?? '',
  );
  return <>{known ? pieces(text, known) : marked(text)}</>;
}

function pieces(text: string, known: Grammar): ComponentChild[] {
  const made: ComponentChild[] = [];
  let from = 0;
  for (const found of text.matchAll(known.pattern)) {
    const kind = kindOf(found, known);
    if (!kind) continue;
    if (made.length >= 2 * MOST) break;
    made.push(
      marked(text.slice(from, found.index)),
      <span key={found.index} class={kind}>
        {marked(found[0])}
      </span>,
    );
    from = found.index + found[0].length;
  }
  made.push(marked(text.slice(from)));
  return made;
}

function kindOf(found: RegExpMatchArray, known: Grammar): string | null {
  const { word, ...others } = found.groups ?? {};
  if (word === undefined) return Object.keys(others).find(kind => others[kind] !== undefined) ?? null;
  return known.words.has(known.anyCase ? word.toLowerCase() : word) ? 'word' : null;
}
