// The way back to the end, with what came meanwhile.
import type { Scroll } from './scroll.ts';
import type { SessionState } from './store.ts';

export function Latest({ state, scroll }: { state: SessionState; scroll: Scroll }) {
  if (scroll.follows.value && !state.hasAfter.value) return null;
  const news = state.news.value;
  return (
    <button type="button" class="latest" onClick={() => toLatest(state, scroll)}>
      Latest{news > 0 && `, ${news} new`}
    </button>
  );
}

export async function toLatest(state: SessionState, scroll: Scroll) {
  if (state.hasAfter.peek()) await state.load();
  scroll.toEnd();
}
