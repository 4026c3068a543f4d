// A stream of the server that comes back by itself, and says since when it is lost.
import { signal } from '@preact/signals';
import { get } from './client.ts';

const WAITS = [1000, 2000, 4000, 8000, 15_000];
/** Browsers allow six connections to a server over all tabs. */
const HIDDEN = 30_000;

export interface Lost {
  since: number;
  nextTry: number;
}

type Hear = (name: string, data: unknown, id: string) => void;

export class Live {
  /** Null while the stream is there. */
  readonly lost = signal<Lost | null>(null);
  private source: EventSource | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private hiding: ReturnType<typeof setTimeout> | undefined;
  private tries = 0;
  private last: string;
  private closed = false;

  /** `address` says where to go on after an event. */
  constructor(
    private readonly address: (after: string) => string,
    private readonly names: string[],
    private readonly hear: Hear,
    after: number | string,
    /** Whether it is kept while nobody sees the tab. */
    private readonly stays: () => boolean = () => false,
  ) {
    this.last = String(after);
    document.addEventListener('visibilitychange', this.seen);
    this.open();
  }

  tryNow = () => {
    clearTimeout(this.timer);
    this.open();
  };

  close() {
    this.closed = true;
    this.pause();
    clearTimeout(this.hiding);
    document.removeEventListener('visibilitychange', this.seen);
    this.lost.value = null;
  }

  private pause() {
    clearTimeout(this.timer);
    this.source?.close();
    this.source = null;
  }

  private open() {
    this.pause();
    if (this.closed) return;
    const source = new EventSource(this.address(this.last));
    this.source = source;
    source.onopen = () => {
      this.tries = 0;
      this.lost.value = null;
    };
    source.onerror = () => this.fail();
    for (const name of this.names) {
      source.addEventListener(name, event => {
        const message = event as MessageEvent<string>;
        if (message.lastEventId) this.last = message.lastEventId;
        this.hear(name, JSON.parse(message.data), message.lastEventId);
      });
    }
  }

  private fail() {
    this.pause();
    if (this.closed) return;
    const wait = WAITS[Math.min(this.tries++, WAITS.length - 1)] ?? 1000;
    const now = Date.now();
    this.lost.value = { since: this.lost.value?.since ?? now, nextTry: now + wait };
    this.timer = setTimeout(() => this.open(), wait);
    // A stream does not say why it was refused: this leads to the sign-in if that is it.
    if (this.tries === 2) get('/v3/self').catch(() => {});
  }

  private readonly seen = () => {
    clearTimeout(this.hiding);
    if (this.stays()) return;
    if (document.visibilityState === 'hidden') this.hiding = setTimeout(() => this.pause(), HIDDEN);
    else if (!this.source && !this.lost.value) this.open();
  };
}
