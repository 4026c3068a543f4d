// What this browser remembers of the wishes of whoever uses it.
import { signal } from '@preact/signals';
import type { Attention } from '../api/types.ts';

export type Kind = Attention['kind'];

export const KINDS: Record<Kind, string> = {
  asks: 'asks you something',
  approval: 'waits for your approval',
  finished: 'has finished',
  failed: 'has failed',
};

const NOTIFY = 'notify';

/** Of what the desktop tells. */
export const wanted = signal<Kind[]>(stored());

function stored(): Kind[] {
  const said = localStorage.getItem(NOTIFY);
  const names = said === null ? ['asks', 'approval'] : said.split(' ');
  return names.filter((name): name is Kind => name in KINDS);
}

export function want(kind: Kind, on: boolean) {
  const others = wanted.peek().filter(each => each !== kind);
  wanted.value = on ? [...others, kind] : others;
  localStorage.setItem(NOTIFY, wanted.peek().join(' '));
}
