// Which rows are chosen, and what was refused of them.
import { signal } from '@preact/signals';

export class Selection {
  readonly chosen = signal<ReadonlySet<string>>(new Set());
  /** Why not, by session. */
  readonly refused = signal<ReadonlyMap<string, string>>(new Map());
  private anchor: string | null = null;

  toggle = (id: string) => {
    const next = new Set(this.chosen.peek());
    if (!next.delete(id)) next.add(id);
    this.anchor = id;
    this.chosen.value = next;
  };

  /** All between the row that was chosen last and this one, as they stand on the page. */
  range = (id: string, shown: string[]) => {
    const from = this.anchor === null ? -1 : shown.indexOf(this.anchor);
    const to = shown.indexOf(id);
    if (to < 0) return;
    const between = from < 0 ? [id] : shown.slice(Math.min(from, to), Math.max(from, to) + 1);
    this.chosen.value = new Set([...this.chosen.peek(), ...between]);
    this.anchor = id;
  };

  clear = () => {
    this.chosen.value = new Set();
    this.refused.value = new Map();
    this.anchor = null;
  };

  /** After a change of all of them: those that were refused stay chosen. */
  leave = (refused: ReadonlyMap<string, string>) => {
    this.refused.value = refused;
    this.chosen.value = new Set(refused.keys());
  };
}
