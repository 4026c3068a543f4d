// The text of a file with the numbers of its lines. A block of lines is two elements and its colours.
import { useMemo } from 'preact/hooks';
import { Window } from '../../parts/window.tsx';
import { coloured } from '../../text/code.tsx';
import { BLOCK, type Source, sourceOf, tokensIn } from './lines.ts';
import { languageOf, shownName } from './names.ts';

/** Blocks of so many blocks: also places that hold nothing are elements. */
const GROUP = 50;
/** Of a line, in pixels; as the style has it. */
const HEIGHT = 20;
/** Each is an element. */
const COLOURS = 200;

export function SourceText({ path, text }: { path: string; text: string }) {
  const source = useMemo(() => sourceOf(text, languageOf(path)), [path, text]);
  const blocks = source.begins.length - 1;
  const groups = Array.from({ length: Math.ceil(blocks / GROUP) }, (_, i) => i * GROUP);
  return (
    <div class="code source" role="group" tabIndex={0} aria-label={`Text of ${shownName(path)}`}>
      {groups.map(from => (
        <Window key={from} near={from === 0} height={heightOf(source, from, from + GROUP)}>
          {() => <Blocks source={source} from={from} to={Math.min(from + GROUP, blocks)} />}
        </Window>
      ))}
    </div>
  );
}

const linesUntil = (source: Source, block: number) => Math.min(block * BLOCK, source.lines);

const heightOf = (source: Source, from: number, to: number) =>
  (linesUntil(source, to) - linesUntil(source, from)) * HEIGHT;

function Blocks({ source, from, to }: { source: Source; from: number; to: number }) {
  return (
    <>
      {Array.from({ length: to - from }, (_, i) => (
        <Window key={i} near={from + i === 0} height={heightOf(source, from + i, from + i + 1)}>
          {() => <Block source={source} at={from + i} />}
        </Window>
      ))}
    </>
  );
}

function Block({ source, at }: { source: Source; at: number }) {
  const begin = source.begins[at] ?? 0;
  const end = (source.begins[at + 1] ?? 1) - 1;
  const first = linesUntil(source, at) + 1;
  const numbers = Array.from({ length: linesUntil(source, at + 1) + 1 - first }, (_, i) => first + i);
  return (
    <div class="block">
      <span class="numbers" aria-hidden="true">
        {numbers.join('\n')}
      </span>
      <code>{coloured(source.text, tokensIn(source.tokens, begin, end, COLOURS), begin, end)}</code>
    </div>
  );
}
