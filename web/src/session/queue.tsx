import { may } from '../boot.ts';
import { Busy } from '../parts/busy.tsx';
import { marked } from '../text/marks.ts';
import type { SessionState } from './store.ts';
import { withdraw } from './writes.ts';

const LENGTH = 200;

/** Messages that the agent has not read; each can be taken back. */
export function Queue({ state, back }: { state: SessionState; back: (text: string) => void }) {
  const queued = state.queued.value;
  if (queued.length === 0) return null;
  const writes = may(state.path.org_id, 'ManageOrgSessions');
  return (
    <ul class="queue" aria-label="Queued messages">
      {queued.map(message => (
        <li key={message.event_id}>
          <span class="hint">queued</span> <q>{marked(message.message.slice(0, LENGTH))}</q>
          {writes && !message.is_prompt && (
            <Busy
              kind="quiet"
              label={`Withdraw: ${message.message.slice(0, 60)}`}
              title="Withdraw: it goes back into the field"
              act={async () => back(await withdraw(state, message))}
            >
              ×
            </Busy>
          )}
        </li>
      ))}
    </ul>
  );
}
