// One row of the tree.
import { bytes } from '../../text/time.tsx';
import { shownName } from './names.ts';
import type { EntryRow, NoteRow, Row } from './rows.ts';

interface Stands {
  /** Which row it is, of all that are seen. */
  at: number;
  /** 0 of the row that has the keys. */
  tab: 0 | -1;
}

/** Deeper ones are no further to the right. */
const DEEPEST = 12;

const placed = (row: Row, at: number) => ({
  'data-at': at,
  'aria-level': row.level,
  'aria-posinset': row.place,
  'aria-setsize': row.of,
  style: { '--level': Math.min(row.level - 1, DEEPEST) },
});

const CHANGED = 'changed since the session began';
const IGNORED = 'ignored by git';
const OTHER = 'a link that leads nowhere, or no file';

export function EntryLine({ row, at, tab, chosen }: Stands & { row: EntryRow; chosen: boolean }) {
  const { entry, open } = row;
  const name = shownName(entry.name);
  const size = entry.kind === 'file' ? bytes(entry.size) : '';
  const words = [entry.kind === 'other' && OTHER, entry.changed && CHANGED, entry.ignored && IGNORED].filter(Boolean);
  const looks = ['entry', entry.kind, entry.ignored && 'ignored', chosen && 'chosen'].filter(Boolean);
  return (
    <div
      {...placed(row, at)}
      role="treeitem"
      tabIndex={tab}
      class={looks.join(' ')}
      aria-expanded={open ?? undefined}
      aria-selected={open === null ? chosen : undefined}
      title={[name, ...words].join(', ')}
    >
      <span class="name">{name}</span>
      {words.length > 0 && <span class="unseen"> ({words.join(', ')}) </span>}
      {entry.changed && (
        <span class="dot" aria-hidden="true">
          ●
        </span>
      )}
      {size && <span class="figure">{size}</span>}
    </div>
  );
}

export function NoteLine({ row, at, tab }: Stands & { row: NoteRow }) {
  const { note, problem } = row;
  return (
    <div {...placed(row, at)} role="treeitem" tabIndex={tab} class={`note ${note}`} aria-busy={note === 'loading'}>
      {note === 'loading' && 'Loading…'}
      {note === 'empty' && 'Nothing is in it'}
      {note === 'more' && 'There are more, which are not shown'}
      {note === 'failed' && (
        <>
          {problem?.message}
          {problem?.hint && `. ${problem.hint}`}{' '}
          <button type="button" class="quiet" tabIndex={-1}>
            Retry
          </button>
        </>
      )}
    </div>
  );
}
