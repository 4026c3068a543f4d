// The feed of an organization. One tab of the browser holds it for all: six connections to a server are all there are.
import { signal } from '@preact/signals';
import { boot } from '../boot.ts';
import { Live, type Lost } from './live.ts';
import type { Attention, Session } from './types.ts';

const NAMES = ['begin', 'session', 'attention', 'reset'] as const;
/** So long a tab that nobody sees keeps it. */
const HIDDEN = 30_000;

interface Listener {
  session: (session: Session) => void;
  /** What came since is not known: the list is to be read again. */
  reset: () => void;
}

interface Told {
  name: (typeof NAMES)[number] | 'lost';
  data: unknown;
  id: string;
}

class Feed {
  readonly lost = signal<Lost | null>(null);
  readonly listeners = new Set<Listener>();
  /** Those of the tab that holds the feed. */
  attention: (attention: Attention) => void = () => {};
  /** Whether it is kept while no tab is seen, to notify. */
  stays = () => false;
  private readonly name: string;
  private readonly channel: BroadcastChannel | null;
  private live: Live | null = null;
  private release: (() => void) | null = null;
  private waiting: AbortController | null = null;
  private hiding: ReturnType<typeof setTimeout> | undefined;
  private last: string;

  constructor(
    private readonly org: string,
    after: string | undefined,
  ) {
    this.last = after ?? '';
    this.name = `agent-live ${org} ${boot.user_id ?? boot.name}`;
    this.channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel(this.name);
    if (this.channel) this.channel.onmessage = event => this.take(event.data as Told);
    document.addEventListener('visibilitychange', this.seen);
    this.hold();
  }

  tryNow = () => this.live?.tryNow();

  /** Waits for its turn. */
  private hold() {
    if (this.live || this.waiting) return;
    if (!navigator.locks) {
      this.open();
      return;
    }
    this.waiting = new AbortController();
    navigator.locks
      .request(this.name, { signal: this.waiting.signal }, () => {
        this.waiting = null;
        return new Promise<void>(release => {
          this.release = release;
          this.open();
        });
      })
      .catch(() => {}); // it is no longer wanted
  }

  private open() {
    const address = (after: string) =>
      `/v3/organizations/${this.org}/live${after && after !== '0' ? `?after=${after}` : ''}`;
    this.live = new Live(address, [...NAMES], this.heard, this.last || 0, () => true);
    this.live.lost.subscribe(lost => this.tell({ name: 'lost', data: lost, id: '' }));
  }

  private readonly heard = (name: string, data: unknown, id: string) => {
    this.tell({ name: name as Told['name'], data, id });
    if (name === 'attention') this.attention(data as Attention);
  };

  private tell(told: Told) {
    this.take(told);
    this.channel?.postMessage(told);
  }

  private take({ name, data, id }: Told) {
    const fresh = this.last === '';
    if (id) this.last = id;
    if (name === 'lost') this.lost.value = data as Lost | null;
    if (name === 'session') for (const each of this.listeners) each.session(data as Session);
    if (name === 'reset' || (name === 'begin' && fresh)) {
      for (const each of this.listeners) each.reset();
    }
  }

  private readonly seen = () => {
    clearTimeout(this.hiding);
    if (document.visibilityState === 'hidden') {
      this.hiding = setTimeout(() => {
        if (!this.stays()) this.leave();
      }, HIDDEN);
    } else {
      this.hold();
    }
  };

  private leave() {
    this.waiting?.abort();
    this.waiting = null;
    this.live?.close();
    this.live = null;
    this.release?.();
    this.release = null;
  }
}

export type { Feed };

const feeds = new Map<string, Feed>();

/** `after`: how far the list is that the page came with. */
export function feedOf(org: string, after?: string): Feed {
  const known = feeds.get(org);
  if (known) return known;
  const fresh = new Feed(org, after);
  feeds.set(org, fresh);
  return fresh;
}
