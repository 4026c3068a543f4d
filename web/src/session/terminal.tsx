// Terminals of the session's machine: a document of its own, whose policy allows what shows them.
import type { Session } from '../api/types.ts';
import { may } from '../boot.ts';
import { to } from '../routes.ts';

export function Terminal({ session }: { session: Session }) {
  if (!may(session.org_id, 'ManageOrgSessions')) {
    return <p class="empty">Needs ManageOrgSessions: who may open a terminal can read the secrets of the session.</p>;
  }
  return <iframe class="terminal" title="Terminal" src={`${to.session(session.session_id)}/terminal`} />;
}
