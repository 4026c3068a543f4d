// A list that is read by pages, newest first.
import { signal } from '@preact/signals';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Page } from '../api/types.ts';

export class Pages<T> {
  /** Null until the first page is there. */
  readonly items = signal<T[] | null>(null);
  readonly total = signal(0);
  readonly more = signal(false);
  readonly problem = signal<Refusal | null>(null);
  private after: string | undefined;
  private round = 0;

  constructor(private read: (after: string | undefined) => Promise<Page<T>>) {}

  /** Another list in its place; answers of the one before are dropped. */
  again(read = this.read) {
    this.read = read;
    this.after = undefined;
    this.items.value = null;
    return this.older();
  }

  older = async () => {
    const round = ++this.round;
    try {
      const page = await this.read(this.after);
      if (round !== this.round) return;
      this.items.value = [...(this.items.peek() ?? []), ...page.items];
      this.total.value = page.total;
      this.after = page.end_cursor ?? undefined;
      this.more.value = page.has_next_page;
      this.problem.value = null;
    } catch (thrown) {
      if (round === this.round) this.problem.value = refusal(thrown);
    }
  };
}
