// Looks again when something has happened: not more often than the pace allows, and only while somebody sees it.
import { useEffect, useMemo } from 'preact/hooks';
import type { SessionState } from './store.ts';

const PACE = 3000;
/** Of the time no more than one in so many parts is spent on looking. */
const PART = 4;
const REST = 30_000;

export class Follow {
  private wanted = false;
  private resting = false;
  private closed = false;

  /** `act` says whether it has seen all; if not, it is done again after a longer rest. */
  constructor(
    private readonly act: () => Promise<boolean>,
    private readonly rest = (time: number): Promise<unknown> => new Promise(done => setTimeout(done, time)),
    private readonly seen = () => document.visibilityState === 'visible',
    private readonly now = () => performance.now(),
  ) {}

  want = () => {
    this.wanted = true;
    this.go();
  };

  go = async () => {
    if (!this.wanted || this.resting || this.closed || !this.seen()) return;
    this.wanted = false;
    this.resting = true;
    const began = this.now();
    const whole = await this.act().catch(() => false);
    const took = this.now() - began;
    if (!whole) this.wanted = true;
    await this.rest(whole ? Math.max(PACE, PART * took) - took : REST);
    this.resting = false;
    this.go();
  };

  close() {
    this.closed = true;
  }
}

/** Looks again after what the agent did, and when a machine comes or goes. */
export function useFollow(state: SessionState, look: () => Promise<boolean>): Follow {
  const follow = useMemo(() => new Follow(look), [look]);
  useEffect(() => {
    document.addEventListener('visibilitychange', follow.go);
    return () => {
      document.removeEventListener('visibilitychange', follow.go);
      follow.close();
    };
  }, [follow]);
  useEffect(() => {
    follow.want();
  }, [follow, state.touched.value, state.session.value.status]);
  return follow;
}
