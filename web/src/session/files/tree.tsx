// The tree of directories and files: one stop of the tab key, and arrows within.
import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { Window } from '../../parts/window.tsx';
import { EntryLine, NoteLine } from './line.tsx';
import { type Move, moveOf, pressed, type Row, rowsOf } from './rows.ts';
import { type FileTree, isOpenDirectory } from './store.ts';

const CHUNK = 25;
/** Of a row, in pixels; as the style has it. */
const HEIGHT = 28;

interface Properties {
  tree: FileTree;
  chosen: string;
  choose: (path: string) => void;
}

export function Tree({ tree, chosen, choose }: Properties) {
  const rows = rowsOf(tree.directories.value, isOpenDirectory);
  const before = useRef(0);
  const found = rows.findIndex(row => row.key === tree.at.value);
  // whoever was on a row that is gone is on the one in its place
  const at = found < 0 ? Math.max(0, Math.min(before.current, rows.length - 1)) : found;
  before.current = at;
  const place = useRef<HTMLDivElement>(null);
  const moves = useRef(false);
  const held = place.current?.contains(document.activeElement) === true;
  const row = () => place.current?.querySelector<HTMLElement>(`[data-at="${at}"]`);
  useLayoutEffect(() => {
    if (moves.current) row()?.focus();
    else if (held && !place.current?.contains(document.activeElement)) row()?.focus({ preventScroll: true });
    moves.current = false;
  });
  useReveal(place, chosen, rows);
  const does = (move: Move) => {
    if (!move) return;
    if ('to' in move) tree.at.value = move.to;
    if ('open' in move) tree.open(move.open, true);
    if ('close' in move) tree.open(move.close, false);
    if ('choose' in move) choose(move.choose);
    if ('retry' in move) tree.refresh(move.retry);
  };
  const key = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
    const move = moveOf(rows, at, event.key);
    if (!move) return;
    event.preventDefault();
    moves.current = 'to' in move && move.to !== rows[at]?.key;
    does(move);
  };
  const press = (event: MouseEvent) => {
    const line = (event.target as Element).closest<HTMLElement>('[data-at]');
    const pressedRow = rows[Number(line?.dataset.at ?? Number.NaN)];
    if (!pressedRow) return;
    tree.at.value = pressedRow.key;
    does(pressed(pressedRow));
  };
  return (
    <div ref={place} class="tree" role="tree" aria-label="Files" onClick={press} onKeyDown={key}>
      {chunksOf(rows).map(from => (
        <Window
          key={from}
          near={from === 0}
          stays={at >= from && at < from + CHUNK}
          height={Math.min(CHUNK, rows.length - from) * HEIGHT}
        >
          {() => rows.slice(from, from + CHUNK).map((each, i) => line(each, from + i, at, chosen))}
        </Window>
      ))}
    </div>
  );
}

/** A file that an address leads to is in view, once it and all above it is there. */
function useReveal(place: RefObject<HTMLElement | null>, chosen: string, rows: Row[]) {
  const shown = useRef('');
  useLayoutEffect(() => {
    if (shown.current === chosen || rows.some(each => 'note' in each && each.note === 'loading')) return;
    const row = place.current?.querySelector('.chosen');
    if (!row || !place.current) return;
    shown.current = chosen;
    const tree = place.current.getBoundingClientRect();
    const own = row.getBoundingClientRect();
    const hidden = own.top < tree.top || own.bottom > tree.bottom;
    if (hidden) place.current.scrollTop += own.top - tree.top - tree.height / 2;
  });
}

const chunksOf = (rows: Row[]) => Array.from({ length: Math.ceil(rows.length / CHUNK) }, (_, i) => i * CHUNK);

function line(row: Row, at: number, current: number, chosen: string) {
  const tab = at === current ? 0 : -1;
  return 'note' in row ? (
    <NoteLine key={row.key} row={row} at={at} tab={tab} />
  ) : (
    <EntryLine key={row.key} row={row} at={at} tab={tab} chosen={row.path === chosen} />
  );
}
