// Terminals and desktop of the session's machine: documents of their own, whose policies allow what shows them.
import type { Session } from '../api/types.ts';
import { may } from '../boot.ts';
import { to } from '../routes.ts';
import { TABS } from './place.ts';

const NEEDS = {
  terminal: 'Needs ManageOrgSessions: who may open a terminal can read the secrets of the session.',
  desktop: 'Needs ManageOrgSessions: who may see the desktop can use it.',
};

export function Framed({ part, session }: { part: keyof typeof NEEDS; session: Session }) {
  if (!may(session.org_id, 'ManageOrgSessions')) return <p class="empty">{NEEDS[part]}</p>;
  return <iframe class="framed" title={TABS[part]} src={`${to.session(session.session_id)}/${part}`} />;
}
