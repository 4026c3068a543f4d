// The rows of a list, kept as they are by the feed.
import { batch, type Signal, signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import { type Feed, feedOf } from '../api/feed.ts';
import { type Refusal, refusal } from '../api/problem.ts';
import type { First, Page, Session } from '../api/types.ts';
import { boot } from '../boot.ts';
import { knownSession, learn } from '../store/sessions.ts';
import { asked, type Filters, isFiltered, NONE } from './filters.ts';
import { placed } from './place.ts';

const PAGE = 50;
/** Places in the line and costs move without an event. */
const LOOK = 60_000;
/** Changes that come together are judged together. */
const TOGETHER = 250;
/** Ids that a request takes. */
const MOST = 200;
/** So far down new rows wait. */
const TOP = 200;

type Rows = Signal<Session>[];

export class SessionList {
  readonly rows = signal<Rows | null>(null);
  readonly more = signal(false);
  readonly problem = signal<Refusal | null>(null);
  /** Those that came while the reader was below the first rows. */
  readonly waiting = signal<Rows>([]);
  readonly feed: Feed;
  private cursor: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private judging: ReturnType<typeof setTimeout> | undefined;
  private readonly changed = new Set<string>();
  private readonly listener = { session: (session: Session) => this.heard(session), reset: () => this.look() };
  private closed = false;

  constructor(
    private readonly org: string,
    private readonly filters: Filters,
    first: First | undefined,
  ) {
    this.feed = feedOf(org, first?.position);
    this.feed.listeners.add(this.listener);
    if (first?.sessions) {
      this.take(first.sessions);
      this.askers(first.sessions);
      this.next();
    } else {
      this.look();
    }
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    clearTimeout(this.judging);
    this.feed.listeners.delete(this.listener);
  }

  /** Asks for the newest rows. */
  look = async () => {
    clearTimeout(this.timer);
    try {
      const page = await this.ask({ first: PAGE });
      this.take(page);
      this.problem.value = null;
      await this.askers(page);
    } catch (thrown) {
      this.problem.value = refusal(thrown);
    }
    this.next();
  };

  /** The rows after the last one. */
  older = async () => {
    if (!this.cursor) await this.look();
    const page = await this.ask({ first: PAGE, after: this.cursor });
    this.rows.value = placed(this.rows.peek() ?? [], page.items.map(learn));
    this.turn(page);
  };

  show = () => {
    this.rows.value = placed(this.rows.peek() ?? [], this.waiting.peek());
    this.waiting.value = [];
  };

  private ask(query: Record<string, unknown>): Promise<Page<Session>> {
    const path = { org_id: this.org };
    const whole = { ...asked(this.filters, boot.user_id), ...query };
    return answer(api.GET('/v3/organizations/{org_id}/sessions', { params: { path, query: whole } }));
  }

  /** Who asks for something stands on top however old it is. */
  private async askers(page: Page<Session>) {
    if (!page.has_next_page || this.filters.archived || this.filters.status) return;
    this.come((await this.ask({ attention: true, first: PAGE })).items.map(learn));
  }

  /** A first page as it is now: what it does not hold any more goes, as far as it reaches. */
  private take(page: Page<Session>) {
    const newest = page.items.map(learn);
    const rows = this.rows.peek();
    if (!rows) {
      this.rows.value = newest;
      this.turn(page);
      return;
    }
    const last = newest.at(-1)?.peek();
    const reaches = (row: Signal<Session>) =>
      !page.has_next_page || (last !== undefined && row.peek().created_at > last.created_at);
    this.rows.value = rows.filter(row => newest.includes(row) || !reaches(row));
    this.come(newest);
    if (rows.length <= PAGE) this.turn(page);
  }

  /** New rows take their place, or wait when the reader is further down. */
  private come(found: Rows) {
    const rows = this.rows.peek() ?? [];
    const fresh = found.filter(row => !rows.includes(row) && !this.waiting.peek().includes(row));
    if (fresh.length === 0) return;
    if (window.scrollY > TOP) this.waiting.value = placed(this.waiting.peek(), fresh);
    else this.rows.value = placed(rows, fresh);
  }

  private heard(session: Session) {
    learn(session);
    this.changed.add(session.session_id);
    clearTimeout(this.judging);
    this.judging = setTimeout(() => this.judge().catch(() => {}), TOGETHER);
  }

  /** Which of the changed ones belong here; what their filters mean, the server knows. */
  private async judge() {
    const ids = [...this.changed].slice(0, MOST);
    for (const id of ids) this.changed.delete(id);
    const { archived } = this.filters;
    const known = isFiltered({ ...this.filters, archived: NONE.archived });
    const found = known ? (await this.ask({ session_ids: ids, first: MOST })).items.map(learn) : ids.map(knownSession);
    if (this.closed) return;
    const fit = found.filter(row => row?.peek().is_archived === archived) as Rows;
    const gone = (row: Signal<Session>) => ids.includes(row.peek().session_id) && !fit.includes(row);
    batch(() => {
      this.rows.value = (this.rows.peek() ?? []).filter(row => !gone(row));
      this.waiting.value = this.waiting.peek().filter(row => !gone(row));
      this.come(fit.filter(row => this.isInReach(row.peek())));
    });
    if (this.changed.size > 0) await this.judge();
  }

  /** Old ones come with their page. */
  private isInReach(session: Session): boolean {
    const last = this.rows.peek()?.at(-1)?.peek();
    return !this.more.peek() || !last || session.created_at >= last.created_at || session.outcome === 'asks';
  }

  private turn(page: Page<Session>) {
    this.cursor = page.end_cursor;
    this.more.value = page.has_next_page;
  }

  private next() {
    clearTimeout(this.timer);
    if (this.closed) return;
    this.timer = setTimeout(() => (document.visibilityState === 'visible' ? this.look() : this.next()), LOOK);
  }
}
