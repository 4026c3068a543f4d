// Says how old the page is while the stream is lost, unless that is a moment only.
import { now } from '../text/time.tsx';
import type { SessionState } from './store.ts';

const MOMENT = 2;

export function Banner({ state }: { state: SessionState }) {
  const live = state.live.value;
  const lost = live?.lost.value;
  if (!live || !lost || now.value - lost.since / 1000 < MOMENT) return null;
  const wait = Math.max(0, Math.ceil(lost.nextTry / 1000 - now.value));
  return (
    <p class="banner" role="status">
      Connection lost. As of {new Date(lost.since).toLocaleTimeString()}
      {wait > 0 ? `, next try in ${wait} s` : ', trying'}.{' '}
      <button type="button" onClick={live.tryNow}>
        Try now
      </button>
    </p>
  );
}
