// A new session that goes on from what this one has said and done.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Checkpoint } from '../api/types.ts';
import { Busy } from '../parts/busy.tsx';
import { Failed } from '../parts/states.tsx';
import { complain } from '../parts/status.tsx';
import { to } from '../routes.ts';
import { checkpointsOf, nameOf } from './checkpoints.ts';
import type { SessionState } from './store.ts';
import { fork } from './writes.ts';

/** Inside a dialog. */
export function Fork({ state, close }: { state: SessionState; close: () => void }) {
  const { route } = useLocation();
  const message = useSignal('');
  const from = useSignal('');
  const earlier = useSignal<Checkpoint[]>([]);
  const problem = useSignal<Refusal | null>(null);
  useEffect(() => {
    checkpointsOf(state).then(found => {
      earlier.value = found.filter(each => each.work_kept);
    }, complain);
  }, [state]);
  const go = async () => {
    problem.value = null;
    try {
      const made = await fork(state, message.value.trim(), Number(from.value) || null);
      close();
      route(to.session(made.session_id));
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  return (
    <>
      <p>
        The new session knows what this one has said and done, has its files as far as they are kept, and a branch and a
        budget of its own. This one stays as it is.
      </p>
      {earlier.value.length > 0 && (
        <label>
          From where{' '}
          <select
            value={from.value}
            onChange={event => {
              from.value = event.currentTarget.value;
            }}
          >
            <option value="">where it is now</option>
            {earlier.value.map(each => (
              <option key={each.seq} value={each.seq}>
                {each.reason === 'start' ? 'its beginning: ' : 'as it was then: '}
                {nameOf(each)}
              </option>
            ))}
          </select>
        </label>
      )}
      <label>
        What it is to do now{' '}
        <textarea
          rows={3}
          value={message.value}
          placeholder="Go on from here."
          onInput={event => {
            message.value = event.currentTarget.value;
          }}
        />
      </label>
      {problem.value && <Failed problem={problem.value} />}
      <p>
        <Busy act={go}>Fork the session</Busy>
      </p>
    </>
  );
}
