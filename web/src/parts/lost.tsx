// Says how old the page is while its stream is lost, unless that is a moment only.
import type { Signal } from '@preact/signals';
import type { Lost } from '../api/live.ts';
import { now } from '../text/time.tsx';

const MOMENT = 2;

interface Stream {
  lost: Signal<Lost | null>;
  tryNow: () => void;
}

export function LostBanner({ stream }: { stream: Stream }) {
  const lost = stream.lost.value;
  if (!lost || now.value - lost.since / 1000 < MOMENT) return null;
  const wait = Math.max(0, Math.ceil(lost.nextTry / 1000 - now.value));
  return (
    <p class="banner" role="status">
      Connection lost. As of {new Date(lost.since).toLocaleTimeString()}
      {wait > 0 ? `, next try in ${wait} s` : ', trying'}.{' '}
      <button type="button" onClick={stream.tryNow}>
        Try now
      </button>
    </p>
  );
}
