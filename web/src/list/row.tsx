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
import { shownRows } from './keys.ts';
import type { Selection } from './selection.ts';

interface Properties {
  session: Session;
  selection: Selection;
}

export function Row({ session, selection }: Properties): JSX.Element {
  const writes = may(session.org_id, 'ManageOrgSessions');
  const refused = selection.refused.value.get(session.session_id);
  return (
    <li class="row" data-session={session.session_id}>
      {writes && <Choose session={session} selection={selection} />}
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
      {writes && <Archive session={session} />}
      {refused && (
        <p class="refused bad" role="alert">
          {marked(refused)}
        </p>
      )}
    </li>
  );
}

function Choose({ session, selection }: Properties) {
  const id = session.session_id;
  return (
    <input
      type="checkbox"
      class="choose"
      tabIndex={-1}
      aria-label={`Select ${titleOf(session)}`}
      checked={selection.chosen.value.has(id)}
      onClick={event => (event.shiftKey ? selection.range(id, shownRows()) : selection.toggle(id))}
    />
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
