import type { Session } from '../api/types.ts';
import { asksForSomething } from '../parts/standing.tsx';

export interface Section {
  name: string;
  sessions: Session[];
}

/** What waits for a person stands first, then what goes on. */
export function sections(sessions: Session[]): Section[] {
  const asks = sessions.filter(asksForSomething);
  const others = sessions.filter(session => !asks.includes(session));
  const active = others.filter(isActive);
  return [
    { name: 'Needs you', sessions: asks },
    { name: 'Active', sessions: active },
    { name: 'Earlier', sessions: others.filter(session => !active.includes(session)) },
  ].filter(section => section.sessions.length > 0);
}

function isActive(session: Session): boolean {
  if (session.status === 'running') return session.status_detail !== 'finished';
  return session.status === 'new' || session.status === 'claimed' || session.status === 'resuming';
}
