// The rows of a list, looked at again while somebody sees it.
import { type Signal, signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Page, Session } from '../api/types.ts';
import { boot } from '../boot.ts';
import { learn } from '../store/sessions.ts';
import { asked, type Filters } from './filters.ts';

const PAGE = 50;
const LOOK = 5000;

export class SessionList {
  readonly rows = signal<Signal<Session>[] | null>(null);
  readonly more = signal(false);
  readonly problem = signal<Refusal | null>(null);
  /** When the rows were true. */
  readonly asOf = signal(Date.now());
  /** Those that came while the reader was below the first rows. */
  readonly waiting = signal<Signal<Session>[]>([]);
  private cursor: string | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private closed = false;

  constructor(
    private readonly org: string,
    private readonly filters: Filters,
    first: Page<Session> | undefined,
  ) {
    document.addEventListener('visibilitychange', this.seen);
    if (first) {
      this.take(first);
      this.next();
    } else {
      this.look();
    }
  }

  close() {
    this.closed = true;
    clearTimeout(this.timer);
    document.removeEventListener('visibilitychange', this.seen);
  }

  /** Asks for the newest rows. */
  look = async () => {
    clearTimeout(this.timer);
    try {
      this.take(await this.ask(null));
      this.problem.value = null;
    } catch (thrown) {
      this.problem.value = refusal(thrown);
    }
    this.next();
  };

  /** The rows after the last one. */
  older = async () => {
    if (!this.cursor) await this.look();
    const page = await this.ask(this.cursor);
    const rows = this.rows.peek() ?? [];
    const fresh = page.items.map(learn).filter(row => !rows.includes(row));
    this.rows.value = [...rows, ...fresh];
    this.turn(page);
  };

  show = () => {
    this.rows.value = [...this.waiting.peek(), ...(this.rows.peek() ?? [])];
    this.waiting.value = [];
  };

  private async ask(after: string | null): Promise<Page<Session>> {
    const query = { first: PAGE, ...(after && { after }), ...asked(this.filters, boot.user_id) };
    const path = { org_id: this.org };
    return answer(api.GET('/v3/organizations/{org_id}/sessions', { params: { path, query } }));
  }

  /** Rows stay where they are; new ones come on top, or wait when the reader is further down. */
  private take(page: Page<Session>) {
    this.asOf.value = Date.now();
    const newest = page.items.map(learn);
    const rows = this.rows.peek();
    if (!rows) {
      this.rows.value = newest;
      this.turn(page);
      return;
    }
    const whole = rows.length <= PAGE;
    const fresh = newest.filter(row => !rows.includes(row) && !this.waiting.peek().includes(row));
    // What no longer fits the filters goes, as far as this page says so.
    const stays = whole && !page.has_next_page ? rows.filter(row => newest.includes(row)) : rows;
    if (window.scrollY > 200) this.waiting.value = [...fresh, ...this.waiting.peek()];
    if (fresh.length > 0 || stays.length < rows.length) {
      this.rows.value = window.scrollY > 200 ? stays : [...fresh, ...stays];
    }
    if (whole) this.turn(page);
  }

  private turn(page: Page<Session>) {
    this.cursor = page.end_cursor;
    this.more.value = page.has_next_page;
  }

  private next() {
    clearTimeout(this.timer);
    if (!this.closed) this.timer = setTimeout(() => this.seen(), LOOK);
  }

  private readonly seen = () => {
    if (!this.closed && document.visibilityState === 'visible') this.look();
  };
}
