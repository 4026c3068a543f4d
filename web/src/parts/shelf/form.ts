// What is written in an editor, and what it was before.
import { type Signal, signal } from '@preact/signals';
import { pressKey } from '../../api/client.ts';
import { Refusal, refusal } from '../../api/problem.ts';

export type Values = Record<string, string | boolean>;

export class Form {
  readonly values: Signal<Values>;
  readonly problem = signal<Refusal | null>(null);
  readonly busy = signal(false);
  private readonly saved: Signal<Values>;
  private key = pressKey();

  constructor(values: Values) {
    this.values = signal(values);
    this.saved = signal(values);
  }

  text = (name: string) => String(this.values.value[name] ?? '');

  on = (name: string) => this.values.value[name] === true;

  set(name: string, value: string | boolean) {
    this.values.value = { ...this.values.peek(), [name]: value };
  }

  /** It was saved like this. */
  settle(values: Values) {
    this.values.value = values;
    this.saved.value = values;
  }

  get changed(): boolean {
    const before = this.saved.value;
    return Object.entries(this.values.value).some(([name, value]) => before[name] !== value);
  }

  /** Null when it was refused; the form says why. */
  async submit<T>(save: (values: Values, key: string) => Promise<T>): Promise<T | null> {
    if (this.busy.peek()) return null;
    this.busy.value = true;
    this.problem.value = null;
    try {
      const done = await save(this.values.peek(), this.key);
      this.key = pressKey();
      return done;
    } catch (thrown) {
      this.problem.value = refusal(thrown);
      // Another body is another request; one that may have arrived keeps its key.
      if (this.problem.value.status !== 0) this.key = pressKey();
      return null;
    } finally {
      this.busy.value = false;
    }
  }
}

/** What is wrong with a field before the server is asked. */
export const wrong = (name: string, says: string) => new Refusal(422, 'invalid', says, null, null, { [name]: [says] });

/** The JSON in a field; null when it is empty. */
export function json(values: Values, name: string): Record<string, unknown> | null {
  const text = String(values[name] ?? '').trim();
  if (!text) return null;
  try {
    return JSON.parse(text);
  } catch (thrown) {
    throw wrong(name, `This is no JSON: ${(thrown as Error).message}`);
  }
}

/** The text of a field; null when it is empty. */
export const textOrNull = (values: Values, name: string) => String(values[name] ?? '').trim() || null;

/** The number in a field; null when it is empty. */
export function numberOrNull(values: Values, name: string): number | null {
  const text = textOrNull(values, name);
  if (text === null) return null;
  const number = Number(text);
  if (Number.isNaN(number)) throw wrong(name, 'A number is needed');
  return number;
}

/** The lines of a field that say something. */
export const lines = (values: Values, name: string) =>
  String(values[name] ?? '')
    .split('\n')
    .map(line => line.trim())
    .filter(Boolean);
