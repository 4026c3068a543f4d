// No machine is connected: how it comes, and what there is without it.
import { useEffect } from 'preact/hooks';
import type { Refusal } from '../../api/problem.ts';
import type { Session } from '../../api/types.ts';
import { may } from '../../boot.ts';
import { Busy } from '../../parts/busy.tsx';
import { ended, standing } from '../../parts/standing.tsx';
import type { Place } from '../place.ts';
import type { SessionState } from '../store.ts';
import { resume } from '../writes.ts';

/** Of a connection that comes nobody tells the page. */
const LOOK = 10_000;

interface Properties {
  state: SessionState;
  place: Place;
  problem: Refusal;
  /** Looks again, while somebody sees it. */
  look: () => void;
  retry: () => Promise<unknown>;
}

export function Away({ state, place, problem, look, retry }: Properties) {
  const session = state.session.value;
  const comes = !ended(session) && session.status !== 'suspended';
  useEffect(() => {
    if (!comes) return;
    const timer = setInterval(look, LOOK);
    return () => clearInterval(timer);
  }, [comes, look]);
  const wakes = session.status === 'suspended' && may(session.org_id, 'ManageOrgSessions');
  return (
    <div class="refusal" role="status">
      <p>
        <strong>{problem.message}.</strong> {wayOf(session)} What the last task had changed when it ended is in{' '}
        <a href={place.address('changes')}>Changes</a>.
      </p>
      <p class="actions">
        {wakes && <Busy act={() => resume(state)}>Resume</Busy>}{' '}
        <Busy kind="second" act={retry}>
          Retry
        </Busy>
      </p>
    </div>
  );
}

function wayOf(session: Session): string {
  if (ended(session)) return 'The session has ended: no machine comes any more.';
  if (session.status === 'suspended') return 'It is asleep: a message wakes it.';
  return `${standing(session).words}. Its files are here once it is connected.`;
}
