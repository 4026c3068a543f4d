// Keys of one letter. A screen says what its keys do; none counts in a field, and one switch turns all off.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { shortcuts } from './store/preferences.ts';

export interface Key {
  /** Empty for what is a command only. */
  keys: string;
  does: string;
  /** Under which it stands among the commands; those that move step by step don't. */
  group?: string;
  run: () => void;
}

const SEQUENCE = 1000;

/** What the page in view offers, for the list behind `?`. */
export const offered = signal<Key[]>([]);

let before = '';
let at = 0;

function inField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

function press(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || inField(event.target)) return;
  if (!shortcuts.value && event.key !== '?') return;
  if (document.querySelector('dialog[open]')) return;
  const pair = event.timeStamp - at < SEQUENCE ? `${before} ${event.key}` : event.key;
  const found = offered.value.find(key => key.keys === pair) ?? offered.value.find(key => key.keys === event.key);
  before = event.key;
  at = event.timeStamp;
  if (!found) return;
  event.preventDefault();
  found.run();
}

document.addEventListener('keydown', press);

/** Offers keys while the component is there; later ones win. */
export function useKeys(keys: Key[], changed: unknown[] = []) {
  useEffect(() => {
    offered.value = [...keys, ...offered.value];
    return () => {
      offered.value = offered.value.filter(key => !keys.includes(key));
    };
  }, changed);
}
