// The records of a list, as far as they were read.
import { signal } from '@preact/signals';
import { type Refusal, refusal } from '../../api/problem.ts';
import type { Kind } from './kind.ts';

/** A search reads on so far: an organization has fewer. */
const PAGES = 50;

export class Shelf<T> {
  readonly items = signal<T[] | null>(null);
  readonly more = signal(false);
  readonly problem = signal<Refusal | null>(null);
  readonly search = signal('');
  /** What the screen's own filters leave. */
  readonly filter = signal<(item: T) => boolean>(() => true);
  private cursor: string | undefined;
  private reading: Promise<void> | null = null;

  constructor(readonly kind: Kind<T>) {
    this.older();
  }

  /** Reads a page more. */
  older = (): Promise<void> => {
    this.reading ??= this.read().finally(() => {
      this.reading = null;
    });
    return this.reading;
  };

  /** From the beginning, as it is by now. */
  again = async () => {
    await this.reading;
    this.cursor = undefined;
    this.reading = this.read(true).finally(() => {
      this.reading = null;
    });
    await this.reading;
  };

  /** Looks in all of them, also in those that were not read yet. */
  async find(text: string) {
    this.search.value = text;
    await this.all();
  }

  async all() {
    for (let page = 0; page < PAGES && (this.more.peek() || this.items.peek() === null); page++) {
      await this.older();
      if (this.problem.peek()) return;
    }
  }

  get shown(): T[] {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    const { name, text } = this.kind;
    return (this.items.value ?? []).filter(item => {
      const where = `${name(item)}\n${text(item)}`.toLowerCase();
      return this.filter.value(item) && words.every(word => where.includes(word));
    });
  }

  byId(id: string): T | undefined {
    return this.items.value?.find(item => this.kind.id(item) === id);
  }

  put(item: T) {
    const id = this.kind.id(item);
    const all = this.items.peek() ?? [];
    const known = all.some(each => this.kind.id(each) === id);
    this.items.value = known ? all.map(each => (this.kind.id(each) === id ? item : each)) : [item, ...all];
  }

  drop(item: T) {
    const id = this.kind.id(item);
    this.items.value = (this.items.peek() ?? []).filter(each => this.kind.id(each) !== id);
  }

  private async read(afresh = false) {
    try {
      const page = await this.kind.page(this.cursor);
      const known = new Set(page.items.map(this.kind.id));
      const before = (afresh ? [] : (this.items.peek() ?? [])).filter(item => !known.has(this.kind.id(item)));
      this.items.value = [...before, ...page.items];
      this.cursor = page.end_cursor ?? undefined;
      this.more.value = page.has_next_page;
      this.problem.value = null;
    } catch (thrown) {
      this.problem.value = refusal(thrown);
    }
  }
}
