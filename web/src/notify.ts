// Tells of what happens elsewhere: in the title of the page, and on the desktop for whoever wants that.
import { answer, api } from './api/client.ts';
import { feedOf } from './api/feed.ts';
import type { Attention } from './api/types.ts';
import { standing } from './boot.ts';
import { countAsking } from './parts/title.ts';
import { isPushed } from './push/browser.ts';
import { to } from './routes.ts';
import { preferences } from './store/preferences.ts';
import { learn } from './store/sessions.ts';

const WORDS: Record<Attention['kind'], string> = {
  asks: 'Asks you',
  approval: 'Waits for approval',
  finished: 'Finished',
  failed: 'Failed',
};

/** Sessions that some tab shows are locked by their name, so that nobody is told what is before their eyes. */
const lockOf = (session: string) => `agent-seen ${session}`;

const MOST = 50;

export function follow(org: string) {
  const known = standing?.org_id === org ? standing : null;
  for (const session of known?.asking ?? []) learn(session);
  const feed = feedOf(org, known?.position);
  feed.stays = () => notifies() && preferences.peek().notify.length > 0;
  feed.attention = attention => {
    notify(attention).catch(() => {});
  };
  const reset = () => {
    askers(org).catch(() => {});
  };
  feed.listeners.add({ session: learn, reset });
  countAsking(org);
}

const notifies = () => typeof Notification !== 'undefined' && Notification.permission === 'granted';

async function askers(org_id: string) {
  const params = { path: { org_id }, query: { attention: true, first: MOST } };
  const page = await answer(api.GET('/v3/organizations/{org_id}/sessions', { params }));
  for (const session of page.items) learn(session);
}

async function notify({ session_id, kind, title }: Attention) {
  if (!notifies() || !preferences.peek().notify.includes(kind)) return;
  if (await isPushed()) return; // one of both tells
  const held = (await navigator.locks?.query())?.held ?? [];
  if (held.some(lock => lock.name === lockOf(session_id))) return;
  const note = new Notification(title || 'Untitled session', { body: WORDS[kind], tag: session_id });
  note.onclick = () => {
    window.focus();
    location.assign(to.session(session_id));
  };
}

/** Says that a session is before somebody's eyes, while it is. */
export function showing(session: string): () => void {
  let release: (() => void) | null = null;
  const look = () => {
    release?.();
    release = null;
    if (document.visibilityState !== 'visible' || !navigator.locks) return;
    navigator.locks
      .request(lockOf(session), { mode: 'shared' }, () => new Promise<void>(done => (release = done)))
      .catch(() => {});
  };
  document.addEventListener('visibilitychange', look);
  look();
  return () => {
    document.removeEventListener('visibilitychange', look);
    release?.();
  };
}
