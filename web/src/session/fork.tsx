// A new session that goes on from what this one has said and done.
import { useSignal } from '@preact/signals';
import { useLocation } from 'preact-iso/router';
import { type Refusal, refusal } from '../api/problem.ts';
import { Busy } from '../parts/busy.tsx';
import { Failed } from '../parts/states.tsx';
import { to } from '../routes.ts';
import type { SessionState } from './store.ts';
import { fork } from './writes.ts';

/** Inside a dialog. */
export function Fork({ state, close }: { state: SessionState; close: () => void }) {
  const { route } = useLocation();
  const message = useSignal('');
  const problem = useSignal<Refusal | null>(null);
  const go = async () => {
    problem.value = null;
    try {
      const made = await fork(state, message.value.trim());
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
