// What whoever is signed in wants of this page, on every device: the server keeps it, and tabs tell each other.
import { computed, effect, signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import type { Preferences, SavedView } from '../api/types.ts';
import { boot } from '../boot.ts';

export type Kind = Preferences['notify'][number];

export const KINDS: Record<Kind, string> = {
  asks: 'asks you something',
  approval: 'waits for your approval',
  finished: 'has finished',
  failed: 'has failed',
};

export const THEMES: Record<Preferences['theme'], string> = {
  system: 'As the system',
  light: 'Light',
  dark: 'Dark',
};

const PATH = '/v3beta1/self/preferences';

let kept = boot.preferences;
/** Changes that the server has not answered yet. */
const under: Partial<Preferences>[] = [];
let turn: Promise<unknown> = Promise.resolve();

export const preferences = signal(kept);
export const shortcuts = computed(() => preferences.value.shortcuts);

const tabs =
  typeof BroadcastChannel === 'undefined'
    ? null
    : new BroadcastChannel(`agent-preferences ${boot.user_id ?? boot.name}`);
if (tabs) tabs.onmessage = event => take(event.data as Preferences);

effect(() => {
  document.documentElement.dataset.theme = preferences.value.theme;
});

function take(said: Preferences) {
  kept = said;
  show();
}

function show() {
  preferences.value = Object.assign({}, kept, ...under);
}

/** One after the other, each made of what is kept when its turn comes. */
function send(change: () => Promise<Partial<Preferences>>): Promise<void> {
  const told = turn
    .then(change)
    .then(body => answer(api.PATCH(PATH, { body })))
    .then(said => {
      take(said);
      tabs?.postMessage(said);
    });
  turn = told.catch(() => {});
  return told;
}

/** Holds at once, and no more when the server refuses it. */
export function prefer(change: Partial<Preferences>): Promise<void> {
  under.push(change);
  show();
  return send(async () => change).finally(() => {
    under.splice(under.indexOf(change), 1);
    show();
  });
}

export function wantNotice(kind: Kind, on: boolean): Promise<void> {
  const others = preferences.peek().notify.filter(each => each !== kind);
  return prefer({ notify: on ? [...others, kind] : others });
}

/** Of an organization. */
export const viewsOf = (org: string) => preferences.value.views.filter(view => view.org_id === org);

/**
 * All views are written at once, so they are read first: another device may have saved one. They are shown when they are
 * kept: what was refused is said where they are written.
 */
export function changeViews(change: (views: SavedView[]) => SavedView[]): Promise<void> {
  return send(async () => ({ views: change((await answer(api.GET(PATH))).views) }));
}
