// The file that is shown, as it was last answered.
import { signal } from '@preact/signals';
import { type Refusal, refusal, same } from '../../api/problem.ts';
import type { Content } from './content.ts';
import { isBusy } from './reading.ts';

export class View {
  readonly content = signal<Content | null>(null);
  readonly problem = signal<Refusal | null>(null);
  private asked = 0;

  /** `ask` has null where what has that ETag is still so. */
  constructor(private readonly ask: (etag: string | null) => Promise<Content | null>) {}

  /** Of answers that cross, that to the newest question counts. Gives back why it has none. */
  load = async (): Promise<Refusal | null> => {
    const own = ++this.asked;
    try {
      const found = await this.ask(this.content.peek()?.etag ?? null);
      if (own !== this.asked) return null;
      if (found) this.content.value = found;
      this.problem.value = null;
      return null;
    } catch (thrown) {
      const problem = refusal(thrown);
      if (own === this.asked) this.refuse(problem);
      return problem;
    }
  };

  private refuse(problem: Refusal) {
    const known = this.content.peek();
    if (known && isBusy(problem)) return; // what is shown was right a moment ago
    if (!same(this.problem.peek(), problem)) this.problem.value = problem;
  }
}
