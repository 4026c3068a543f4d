// The session's name, how it stands, and what can be done to it.
import { useSignal } from '@preact/signals';
import { useRef } from 'preact/hooks';
import type { Session } from '../api/types.ts';
import { may } from '../boot.ts';
import { Busy } from '../parts/busy.tsx';
import { PullRequests } from '../parts/pulls.tsx';
import { Badge, ended, titleOf, working } from '../parts/standing.tsx';
import { complain, say } from '../parts/status.tsx';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';
import { acus, duration, now } from '../text/time.tsx';
import { More } from './more.tsx';
import type { SessionState } from './store.ts';
import { interrupt, raiseLimit, rename, resume, sleep } from './writes.ts';

export function Head({ state }: { state: SessionState }) {
  const session = state.session.value;
  const writes = may(session.org_id, 'ManageOrgSessions');
  const over = ended(session);
  return (
    <header class="head session-head">
      <p class="way">
        <a href={to.sessions(session.org_id)}>Sessions</a>
      </p>
      <Title state={state} session={session} writes={writes} />
      <div class="facts">
        <Badge session={session} />
        <span class="figure" title="Used up to now">
          {acus(session.acus_consumed)} ACU
        </span>
        <span class="figure" title="Since it was created">
          {duration((over ? session.updated_at : now.value) - session.created_at)}
        </span>
        <PullRequests session={session} />
      </div>
      {writes && (
        <div class="actions">
          {working(session) && (
            <Busy kind="second" act={() => interrupt(state)}>
              Interrupt
            </Busy>
          )}
          {!over && session.status !== 'suspended' && (
            <Busy kind="second" act={() => sleep(state)} title="It gives up its machine; a message wakes it">
              Sleep
            </Busy>
          )}
          {session.status === 'suspended' && (
            <Busy kind="second" act={() => resume(state)}>
              Resume
            </Busy>
          )}
          <More state={state} />
        </div>
      )}
      {writes && session.status_detail === 'usage_limit_exceeded' && <Limit state={state} />}
    </header>
  );
}

/** Its own limit has put it to sleep: the way out stands beside. */
function Limit({ state }: { state: SessionState }) {
  const field = useRef<HTMLInputElement>(null);
  const used = Math.ceil(state.session.value.acus_consumed);
  return (
    <p class="limit">
      <label for="limit">Asleep: its limit is reached. Raise it to</label>{' '}
      <input id="limit" ref={field} type="number" min={used + 1} defaultValue={String(used * 2 || 1)} /> ACU{' '}
      <Busy
        act={async () => {
          await raiseLimit(state, Number(field.current?.value));
          await resume(state);
        }}
      >
        Raise and go on
      </Busy>
    </p>
  );
}

function Title({ state, session, writes }: { state: SessionState; session: Session; writes: boolean }) {
  const editing = useSignal(false);
  const field = useRef<HTMLInputElement>(null);
  const done = async (keep: boolean) => {
    const title = field.current?.value.trim() ?? '';
    if (!editing.value) return;
    editing.value = false;
    if (!keep || title === (session.title ?? '')) return;
    try {
      await rename(state, title);
      say('Renamed');
    } catch (thrown) {
      complain(thrown);
    }
  };
  if (editing.value) {
    return (
      <h1>
        <input
          ref={field}
          aria-label="Title"
          defaultValue={session.title ?? ''}
          maxLength={256}
          autoFocus
          onBlur={() => done(true)}
          onKeyDown={event => {
            if (event.key === 'Enter') done(true);
            if (event.key === 'Escape') done(false);
          }}
        />
      </h1>
    );
  }
  return (
    <h1>
      {marked(titleOf(session))}
      {writes && (
        <button
          type="button"
          id="edit-title"
          class="quiet"
          aria-label="Edit the title"
          onClick={() => {
            editing.value = true;
          }}
        >
          <span aria-hidden="true">✎</span>
        </button>
      )}
    </h1>
  );
}
