// Live text, of the model and of commands: taken in once a frame, its last lines kept.
import { type Signal, signal } from '@preact/signals';
import type { Piece } from '../api/types.ts';
import { lastLines } from '../text/lines.ts';

const LINES = 200;
const CHARACTERS = 40_000;
const MODEL = '';

export class Pieces {
  private readonly texts = new Map<string, Signal<string>>();
  private readonly waiting = new Map<string, string>();
  private frame = 0;

  /** What a step writes; without one, the model. */
  of(step: string = MODEL): Signal<string> {
    const known = this.texts.get(step);
    if (known) return known;
    const fresh = signal('');
    this.texts.set(step, fresh);
    return fresh;
  }

  take(piece: Piece) {
    if (piece.stream === 'restart') {
      this.drop();
      return;
    }
    const step = piece.step_id ?? MODEL;
    this.waiting.set(step, (this.waiting.get(step) ?? '') + piece.text);
    if (!this.frame) this.frame = requestAnimationFrame(() => this.flush());
  }

  /** The step is over and holds it all, or nothing comes of it. */
  drop(step: string = MODEL) {
    this.waiting.delete(step);
    const text = this.texts.get(step);
    if (text) text.value = '';
  }

  private flush() {
    this.frame = 0;
    for (const [step, text] of this.waiting) {
      const into = this.of(step);
      into.value = lastLines(into.peek() + text, LINES).slice(-CHARACTERS);
    }
    this.waiting.clear();
  }
}
