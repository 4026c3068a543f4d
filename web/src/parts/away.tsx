// Where the machine of a session would be used and can't be: why, and how one comes.
import type { Refusal } from '../api/problem.ts';
import type { Session } from '../api/types.ts';
import { Busy } from './busy.tsx';
import { ended } from './standing.tsx';
import { Failed } from './states.tsx';

interface Properties {
  problem: Refusal;
  session: Session;
  /** What can be done once it is connected, as a sentence. */
  then: string;
  wake: () => Promise<void>;
  retry: () => void;
}

export function NoMachine({ problem, session, then, wake, retry }: Properties) {
  if (problem.code !== 'machine_away') return <Failed problem={problem} retry={retry} />;
  const asleep = session.status === 'suspended';
  return (
    <div class="refusal" role="status">
      <p>
        <strong>{problem.message}.</strong>{' '}
        {ended(session) ? 'The session has ended: no machine comes any more.' : asleep ? 'It is asleep.' : then}
      </p>
      {asleep && <Busy act={wake}>Wake</Busy>}
    </div>
  );
}
