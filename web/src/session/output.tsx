// What a step put out: the last lines, then all that came along, then the whole as a document of its own.
import type { JSX } from 'preact';
import type { Step } from '../api/types.ts';
import { Ansi, plain } from '../text/ansi.tsx';
import { lastLines } from '../text/lines.ts';
import { bytes, plural } from '../text/time.tsx';
import { isOpen, setOpen } from './opened.ts';

const LINES = 12;
/** Head and tail are the whole of it up to here. */
const BOTH = 4096;

export function Output({ step, whole }: { step: Step; whole: string }): JSX.Element | null {
  const output = step.output;
  if (!output || output.bytes === 0) return null;
  const complete = output.bytes <= BOTH;
  const tail = complete ? output.head + output.tail : output.tail;
  const last = lastLines(tail.replace(/\n+$/, ''), LINES);
  const more = output.lines > LINES;
  const open = isOpen(`out-${step.id}`, false);
  return (
    <div class="output">
      {open && !complete && (
        <>
          <Block text={output.head} name="Beginning of the output" />
          <p class="cut">{bytes(output.bytes - output.head.length - output.tail.length)} are left out here</p>
        </>
      )}
      <Block text={open ? tail : last} name="Output" />
      {(more || !complete) && (
        <p class="more">
          {more && (
            <button type="button" class="quiet" aria-expanded={open} onClick={() => setOpen(`out-${step.id}`, !open)}>
              {open ? `Last ${LINES} lines` : complete ? `All ${plural(output.lines, 'line')}` : 'More lines'}
            </button>
          )}
          {!complete && (
            <a href={whole} target="_blank" rel="noopener">
              Whole output, {bytes(output.bytes)}
            </a>
          )}
        </p>
      )}
    </div>
  );
}

export function Block({ text, name }: { text: string; name: string }): JSX.Element | null {
  if (plain(text).trim() === '') return null;
  return (
    <pre class="term" tabIndex={0} role="group" aria-label={name}>
      <Ansi text={text.replace(/\n+$/, '')} />
    </pre>
  );
}
