// The name of the page, with how many sessions wait for a person.
import { effect, signal } from '@preact/signals';
import { asking } from '../store/sessions.ts';

const name = signal('agent');

export function setTitle(text: string) {
  name.value = text;
}

/** Counts those of an organization from now on. */
export function countAsking(org: string) {
  const asks = asking(org);
  return effect(() => {
    const count = asks.value.length;
    document.title = `${count > 0 ? `(${count}) ` : ''}${name.value}`;
  });
}
