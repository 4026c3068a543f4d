import { Window } from '../parts/window.tsx';
import { acus, millis } from '../text/time.tsx';
import { memo } from './memo.ts';
import { setOpen } from './opened.ts';
import { type GroupRow, type Row, summary } from './rows.ts';
import { StepView } from './step.tsx';
import type { SessionState } from './store.ts';

/** A step that was never shown is taken for so high. */
const HEIGHT = 44;

interface Properties {
  rows: Row[];
  /** Its first row's place among all. */
  from: number;
  /** All rows, or -1 while not all are known. */
  size: number;
  near: boolean;
  state: SessionState;
}

export function ChunkView({ rows, from, size, near, state }: Properties) {
  return (
    <Window near={near} height={rows.length * HEIGHT}>
      {() =>
        rows.map((row, i) =>
          row.kind === 'group' ? (
            <Group key={row.id} group={row} place={from + i + 1} size={size} />
          ) : (
            <Article key={row.id} row={row} place={from + i + 1} size={size} state={state} />
          ),
        )
      }
    </Window>
  );
}

interface ArticleProperties {
  row: Row & { kind: 'step' };
  place: number;
  size: number;
  state: SessionState;
}

const Article = memo(({ row, place, size, state }: ArticleProperties) => (
  <article
    id={row.id}
    class={row.inside ? 'step inside' : 'step'}
    tabIndex={-1}
    aria-posinset={place}
    aria-setsize={size}
    aria-label={`${row.step.kind}: ${row.step.title}`}
    data-kind={row.step.kind}
    data-status={row.step.status}
  >
    <StepView step={row.step} state={state} />
  </article>
));

function Group({ group, place, size }: { group: GroupRow; place: number; size: number }) {
  const { words, failed, ms, acus: cost } = summary(group.steps);
  return (
    <article class="step group" tabIndex={-1} aria-posinset={place} aria-setsize={size} aria-label={words}>
      <button type="button" class="quiet" aria-expanded={group.open} onClick={() => setOpen(group.id, !group.open)}>
        <span aria-hidden="true">{group.open ? '▾' : '▸'}</span> {words}
        {failed > 0 && <span class="bad">, {failed} failed</span>}
        {ms >= 1000 && ` · ${millis(ms)}`}
        {cost > 0 && ` · ${acus(cost)} ACU`}
      </button>
    </article>
  );
}
