// The steps in normal flow. Only chunks near the view are in the document; the others keep their height.
import { useEffect, useMemo, useRef } from 'preact/hooks';
import { working } from '../parts/standing.tsx';
import { Empty, Failed, Loading } from '../parts/states.tsx';
import { ChunkView } from './chunk.tsx';
import { isOpen } from './opened.ts';
import { chunksOf, rowsOf } from './rows.ts';
import type { Scroll } from './scroll.ts';
import type { SessionState } from './store.ts';
import { Writing } from './writing.tsx';

/** A feed without an article would be none. */
const FEED = { role: 'feed', 'aria-label': 'Timeline', 'aria-busy': false } as const;

interface Properties {
  state: SessionState;
  scroll: Scroll;
}

export function Timeline({ state, scroll }: Properties) {
  const steps = state.steps.value;
  const anchor = useMemo(() => ({ id: null as string | null }), [state]);
  const feed = useRef<HTMLDivElement>(null);
  useEffect(() => (feed.current ? scroll.watch(feed.current) : undefined), [scroll, steps === null]);
  if (!steps) {
    const problem = state.problem.value;
    return problem ? <Failed problem={problem} retry={state.load} /> : <Loading rows={10} />;
  }
  const rows = rowsOf(steps, working(state.session.value), isOpen);
  anchor.id ??= rows[0]?.id ?? null;
  const chunks = chunksOf(rows, anchor.id);
  const size = state.hasBefore.value || state.hasAfter.value ? -1 : rows.length;
  let place = 0;
  return (
    <div class="timeline">
      {state.hasBefore.value && <Edge load={state.older} name="Earlier steps" />}
      {rows.length === 0 && (
        <Empty>
          <p>Nothing has happened yet.</p>
        </Empty>
      )}
      <div ref={feed} class="feed" {...(rows.length > 0 && FEED)}>
        {chunks.map((chunk, i) => {
          const from = place;
          place += chunk.rows.length;
          const near = i >= chunks.length - 2;
          return <ChunkView key={chunk.key} rows={chunk.rows} from={from} size={size} near={near} state={state} />;
        })}
      </div>
      {state.hasAfter.value ? <Edge load={state.newer} name="Later steps" /> : <Writing state={state} />}
    </div>
  );
}

/** Comes near: the steps beyond it are asked for. */
function Edge({ load, name }: { load: () => Promise<void>; name: string }) {
  const edge = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const watcher = new IntersectionObserver(seen => seen.some(entry => entry.isIntersecting) && load(), {
      rootMargin: '1500px 0px',
    });
    if (edge.current) watcher.observe(edge.current);
    const timer = setInterval(() => {
      // still there after a page: the observer tells of changes only
      if (
        edge.current &&
        edge.current.getBoundingClientRect().bottom > -1500 &&
        edge.current.getBoundingClientRect().top < innerHeight + 1500
      )
        load();
    }, 1000);
    return () => {
      watcher.disconnect();
      clearInterval(timer);
    };
  }, [load]);
  return (
    <div ref={edge} class="edge">
      <button type="button" class="quiet" onClick={load}>
        {name}
      </button>
    </div>
  );
}
