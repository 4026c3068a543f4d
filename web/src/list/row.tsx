import type { JSX } from 'preact';
import type { Session } from '../api/types.ts';
import { may } from '../boot.ts';
import { Busy } from '../parts/busy.tsx';
import { PullRequests } from '../parts/pulls.tsx';
import { Badge, titleOf } from '../parts/standing.tsx';
import { say } from '../parts/status.tsx';
import { to } from '../routes.ts';
import { archive } from '../store/sessions.ts';
import { marked } from '../text/marks.ts';
import { Age, acus } from '../text/time.tsx';

export function Row({ session }: { session: Session }): JSX.Element {
  return (
    <li class="row" data-session={session.session_id}>
      <a class="title" href={to.session(session.session_id)}>
        {marked(titleOf(session))}
      </a>
      <Badge session={session} />
      <span class="facts">
        {session.tags.slice(0, 3).map(tag => (
          <span class="tag" key={tag}>
            {marked(tag)}
          </span>
        ))}
        <PullRequests session={session} />
      </span>
      <span class="figure" title="ACU">
        {acus(session.acus_consumed)}
      </span>
      <span class="figure">
        <Age at={session.updated_at} />
      </span>
      {may(session.org_id, 'ManageOrgSessions') && <Archive session={session} />}
    </li>
  );
}

export async function archiveWithUndo(session: Session) {
  const archived = !session.is_archived;
  await archive(session, archived);
  say(archived ? 'Archived' : 'Back in the list', () => archive(session, !archived));
}

function Archive({ session }: { session: Session }) {
  const word = session.is_archived ? 'Unarchive' : 'Archive';
  return (
    <Busy
      kind="quiet archive"
      act={() => archiveWithUndo(session)}
      label={`${word} ${titleOf(session)}`}
      title={session.is_archived ? undefined : 'Puts it to sleep and out of sight'}
    >
      {word}
    </Busy>
  );
}
