import type { Step } from '../api/types.ts';
import type { SessionState } from './store.ts';

/** What is left out of the body is a document of its own. */
export function Rest({ step, state }: { step: Step; state: SessionState }) {
  if (step.body_cut === 0) return null;
  return (
    <p class="more">
      <a href={outputAddress(state, step, 'body')} target="_blank" rel="noopener">
        {step.body_cut.toLocaleString('en')} more characters
      </a>
    </p>
  );
}

export function outputAddress(state: SessionState, step: Step, part: 'output' | 'body'): string {
  const { org_id, session_id } = state.path;
  return `/v3/organizations/${org_id}/sessions/${session_id}/steps/${step.id}/output?part=${part}`;
}
