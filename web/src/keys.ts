// Keys of one letter. A screen says what its keys do; none counts in a field, and one switch turns all off.
import { signal } from '@preact/signals';
import { useEffect } from 'preact/hooks';

export interface Key {
  keys: string;
  does: string;
  run: () => void;
}

const OFF = 'shortcuts-off';
const SEQUENCE = 1000;

export const shortcuts = signal(localStorage.getItem(OFF) === null);

/** What the page in view offers, for the list behind `?`. */
export const offered = signal<Key[]>([]);

export function switchShortcuts(on: boolean) {
  shortcuts.value = on;
  if (on) localStorage.removeItem(OFF);
  else localStorage.setItem(OFF, '1');
}

let before = '';
let at = 0;

function inField(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.closest('input, textarea, select, [contenteditable]') !== null;
}

function press(event: KeyboardEvent) {
  if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || inField(event.target)) return;
  if (!shortcuts.value && event.key !== '?') return;
  if (document.querySelector('dialog[open]')) return;
  const pair = event.timeStamp - at < SEQUENCE ? `${before} ${event.key}` : '';
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
