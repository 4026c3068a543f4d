// What the reader has opened or closed stays so while the tab is there.
import { signal } from '@preact/signals';

const KEPT = 'opened';
const MOST = 500;

const opened = signal<Record<string, boolean>>(read());
let scope = '';

/** Names count within a session. */
export function openedIn(session: string) {
  scope = session;
}

function read(): Record<string, boolean> {
  try {
    return JSON.parse(sessionStorage.getItem(KEPT) ?? '{}');
  } catch {
    return {};
  }
}

export function isOpen(name: string, byItself: boolean): boolean {
  return opened.value[`${scope} ${name}`] ?? byItself;
}

export function setOpen(name: string, open: boolean) {
  setAll([name], open);
}

export function setAll(names: string[], open: boolean) {
  if (names.length === 0) return;
  const set = Object.fromEntries(names.map(name => [`${scope} ${name}`, open]));
  const all = Object.entries({ ...opened.peek(), ...set }).slice(-MOST);
  opened.value = Object.fromEntries(all);
  sessionStorage.setItem(KEPT, JSON.stringify(opened.peek()));
}
