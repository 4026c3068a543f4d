// The changed lines of one file, each with its number and the remarks on it.
import { useSignal } from '@preact/signals';
import { Fragment, type JSX } from 'preact';
import { useEffect, useMemo } from 'preact/hooks';
import { type Refusal, refusal } from '../../api/problem.ts';
import { Failed, Loading } from '../../parts/states.tsx';
import { Window } from '../../parts/window.tsx';
import { shortLines } from '../../text/lines.ts';
import { marked } from '../../text/marks.ts';
import { plural } from '../../text/time.tsx';
import { Remark } from './comment.tsx';
import type { Comment, Comments } from './comments.ts';
import { excerptOf, type Line, linesOf, type Span, spanAt, spanOf, whereOf } from './lines.ts';
import type { PatchFile } from './patch.ts';

/** Longer ones are closed at first. */
const LINES = 500;
const BLOCK = 200;
/** Of a line, in pixels; as the style has it. */
const HEIGHT = 24;

interface Properties {
  file: PatchFile;
  comments: Comments;
  writes: boolean;
  /** Reads its lines. */
  read: (path: string) => Promise<void>;
}

export function FileChange({ file, comments, writes, read }: Properties) {
  const own = comments.all.value.filter(each => each.path === file.path);
  const short = file.lines !== null && file.lines.length <= LINES && !file.generated;
  const open = useSignal(short || (file.lines !== null && own.length > 0));
  const problem = useSignal<Refusal | null>(null);
  const missing = open.value && file.lines === null;
  const load = () => {
    problem.value = null;
    read(file.path).catch(thrown => {
      problem.value = refusal(thrown);
    });
  };
  useEffect(() => {
    if (missing) load();
  }, [missing]);
  return (
    <details
      class="file"
      open={open.value}
      onToggle={event => {
        open.value = event.currentTarget.open;
      }}
    >
      <summary>
        <code>{marked(file.path)}</code> <span class="plus">+{file.additions}</span>{' '}
        <span class="minus">−{file.deletions}</span>
        {file.generated && <span class="tag">generated</span>}
        {own.length > 0 && <span class="tag">{plural(own.length, 'comment')}</span>}
      </summary>
      {missing && (problem.value ? <Failed problem={problem.value} retry={load} /> : <Loading rows={3} />)}
      {open.value && file.lines && (
        <Lines path={file.path} patch={file.lines} comments={comments} own={own} writes={writes} />
      )}
    </details>
  );
}

interface Placed {
  comment: Comment;
  span: Span;
}

interface LinesProperties {
  path: string;
  patch: string[];
  comments: Comments;
  own: Comment[];
  writes: boolean;
}

function Lines({ path, patch, comments, own, writes }: LinesProperties) {
  const lines = useMemo(() => linesOf(patch), [patch]);
  const placed = own.flatMap(comment => {
    const span = spanAt(lines, comment.excerpt, comment.where);
    return span ? [{ comment, span }] : [];
  });
  const press = (event: MouseEvent) => {
    const at = (event.target as Element).closest<HTMLElement>('[data-line]')?.dataset.line;
    if (at === undefined) return;
    const open = event.shiftKey ? placed.find(each => each.comment.id === comments.open.peek()) : undefined;
    if (open) reach(comments, lines, open, Number(at));
    else comments.begin(path, ...on(lines, spanOf(lines, Number(at), Number(at))));
  };
  const blocks = Array.from({ length: Math.ceil(lines.length / BLOCK) }, (_, i) => i * BLOCK);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the buttons inside take the keys; one listener serves all of them
    <div
      class="diff lines"
      role="group"
      tabIndex={0}
      aria-label={`Change of ${path}`}
      onClick={writes ? press : undefined}
    >
      {blocks.map(from => {
        const to = Math.min(lines.length, from + BLOCK);
        return (
          <Window key={from} near={false} height={(to - from) * HEIGHT}>
            {() => <Block lines={lines} from={from} to={to} placed={placed} comments={comments} writes={writes} />}
          </Window>
        );
      })}
    </div>
  );
}

const on = (lines: Line[], span: Span) => [whereOf(lines, span), excerptOf(lines, span)] as const;

/** Has a comment be on the lines from where it begins or ends up to this one. */
function reach(comments: Comments, lines: Line[], { comment, span }: Placed, to: number) {
  comments.move(comment, ...on(lines, spanOf(lines, to < span.first ? span.last : span.first, to)));
}

interface BlockProperties {
  lines: Line[];
  from: number;
  to: number;
  placed: Placed[];
  comments: Comments;
  writes: boolean;
}

function Block({ lines, from, to, placed, comments, writes }: BlockProperties) {
  return (
    <>
      {lines.slice(from, to).map((line, i) => {
        const at = from + i;
        const chosen = placed.some(({ span }) => span.first <= at && at <= span.last);
        return (
          <Fragment key={at}>
            <One line={line} at={at} chosen={chosen} writes={writes} />
            {placed
              .filter(({ span }) => span.last === at)
              .map(each => (
                <Remark
                  key={each.comment.id}
                  comment={each.comment}
                  comments={comments}
                  above={() => reach(comments, lines, each, each.span.first - 1)}
                  below={() => reach(comments, lines, each, each.span.last + 1)}
                />
              ))}
          </Fragment>
        );
      })}
    </>
  );
}

function One({ line, at, chosen, writes }: { line: Line; at: number; chosen: boolean; writes: boolean }): JSX.Element {
  const number = line.number;
  return (
    <div class={chosen ? `${line.kind} chosen` : line.kind}>
      {writes && number !== null ? (
        <button
          type="button"
          tabIndex={-1}
          data-line={at}
          aria-label={`Comment on ${line.kind === 'del' ? 'removed ' : ''}line ${number}`}
        >
          {number}
        </button>
      ) : (
        <span>{number}</span>
      )}
      {marked(shortLines(line.text))}
    </div>
  );
}
