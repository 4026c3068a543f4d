import type { Attachment } from '../api/types.ts';
import { may } from '../boot.ts';
import { Busy } from '../parts/busy.tsx';
import { marked } from '../text/marks.ts';
import { plural } from '../text/time.tsx';
import type { SessionState } from './store.ts';
import { withdraw } from './writes.ts';

const LENGTH = 200;

interface Properties {
  state: SessionState;
  back: (text: string, files: Attachment[]) => void;
}

/** Messages that the agent has not read; each can be taken back. */
export function Queue({ state, back }: Properties) {
  const queued = state.queued.value;
  if (queued.length === 0) return null;
  const writes = may(state.path.org_id, 'ManageOrgSessions');
  return (
    <ul class="queue" aria-label="Queued messages">
      {queued.map(message => (
        <li key={message.event_id}>
          <span class="hint">queued</span> <q>{marked(message.message.slice(0, LENGTH))}</q>
          {message.attachments > 0 && <span class="hint"> with {plural(message.attachments, 'attachment')}</span>}
          {writes && !message.is_prompt && (
            <Busy
              kind="quiet"
              label={`Withdraw: ${message.message.slice(0, 60)}`}
              title="Withdraw: it goes back into the field"
              act={async () => {
                const taken = await withdraw(state, message);
                back(taken.message, taken.files);
              }}
            >
              ×
            </Busy>
          )}
        </li>
      ))}
    </ul>
  );
}
