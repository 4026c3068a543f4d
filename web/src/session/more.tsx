// What is seldom done to a session.
import { useSignal } from '@preact/signals';
import { may } from '../boot.ts';
import { Busy } from '../parts/busy.tsx';
import { Confirm } from '../parts/confirm.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { ended } from '../parts/standing.tsx';
import { to } from '../routes.ts';
import { archiveWithUndo } from './archive.ts';
import { Fork } from './fork.tsx';
import type { SessionState } from './store.ts';
import { terminate } from './writes.ts';

export function More({ state }: { state: SessionState }) {
  const session = state.session.value;
  const asks = useSignal(false);
  const forks = useSignal(false);
  const closeFork = () => {
    forks.value = false;
  };
  const close = () => {
    asks.value = false;
  };
  return (
    <>
      <button type="button" class="second" aria-label="More" popoverTarget="more">
        …
      </button>
      <div id="more" class="menu" popover="auto">
        <Busy kind="quiet" act={() => archiveWithUndo(state)}>
          {session.is_archived ? 'Unarchive' : 'Archive'}
        </Busy>
        {may(session.org_id, 'UseAgentSessions') && (
          <a href={`${to.create(session.org_id)}?from=${session.session_id}`}>Start again</a>
        )}
        {may(session.org_id, 'ManageOrgSessions') && (
          <button
            type="button"
            class="quiet"
            onClick={() => {
              forks.value = true;
            }}
          >
            Fork…
          </button>
        )}
        <a href={to.plain(session.session_id)}>Plain page</a>
        {!ended(session) && (
          <button
            type="button"
            id="terminate"
            class="quiet bad"
            onClick={() => {
              asks.value = true;
            }}
          >
            Terminate…
          </button>
        )}
      </div>
      <Dialog title="Terminate the session" open={asks.value} close={close}>
        <Confirm
          word="terminate"
          says="This ends the session for good. It can't be continued."
          label="Terminate the session"
          act={async () => {
            await terminate(state);
            close();
          }}
        />
      </Dialog>
      <Dialog title="Fork the session" open={forks.value} close={closeFork}>
        <Fork state={state} close={closeFork} />
      </Dialog>
    </>
  );
}
