// All sessions that the page knows, by id: lists and screens show the same record.
import { computed, type Signal, signal } from '@preact/signals';
import { answer, api } from '../api/client.ts';
import type { Session, SessionsChange } from '../api/types.ts';
import { asksForSomething } from '../parts/standing.tsx';

const known = new Map<string, Signal<Session>>();

/** How many there are; grows with each new one. */
const size = signal(0);

/** Takes in an answer or an event; an older one than is known changes nothing. */
export function learn(session: Session): Signal<Session> {
  const before = known.get(session.session_id);
  if (!before) {
    const fresh = signal(session);
    known.set(session.session_id, fresh);
    size.value++;
    return fresh;
  }
  if (session.version >= before.peek().version) before.value = session;
  return before;
}

/** Those of an organization that are known and ask for something. */
export const asking = (org: string) =>
  computed(() => {
    size.value;
    return [...known.values()].map(each => each.value).filter(each => each.org_id === org && asksForSomething(each));
  });

export const knownSession = (id: string): Signal<Session> | undefined => known.get(id);

export function sessionOfHex(hex: string): Signal<Session> | undefined {
  for (const [id, session] of known) if (id.endsWith(hex)) return session;
  return undefined;
}

export interface Path {
  org_id: string;
  session_id: string;
}

export const pathOf = (session: Session): Path => ({ org_id: session.org_id, session_id: session.session_id });

const ONE = '/v3/organizations/{org_id}/sessions/{session_id}';

export async function archive(session: Session, archived: boolean): Promise<void> {
  const params = { path: pathOf(session) };
  learn(await answer(archived ? api.POST(`${ONE}/archive`, { params }) : api.POST(`${ONE}/unarchive`, { params })));
}

/** A request takes so many. */
const MOST = 200;

interface Changed {
  done: string[];
  /** Why not, by session. */
  refused: Map<string, string>;
}

/** The same change of many, each by itself. */
export async function changeAll(
  org_id: string,
  ids: string[],
  action: SessionsChange['action'],
  tags?: string[],
): Promise<Changed> {
  const changed: Changed = { done: [], refused: new Map() };
  for (let i = 0; i < ids.length; i += MOST) {
    const body = { action, session_ids: ids.slice(i, i + MOST), ...(tags && { tags }) };
    const said = await answer(
      api.POST('/v3/organizations/{org_id}/sessions/bulk', { params: { path: { org_id } }, body }),
    );
    for (const one of said.results) {
      if (one.ok) changed.done.push(one.session_id);
      else changed.refused.set(one.session_id, one.detail ?? one.code ?? 'Refused');
    }
  }
  return changed;
}
