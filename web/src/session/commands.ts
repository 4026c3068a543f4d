// What can be done to a session by name; some of it has a key.
import { useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { may } from '../boot.ts';
import { type Key, useKeys } from '../keys.ts';
import { leave } from '../parts/leaving.tsx';
import { ended, working } from '../parts/standing.tsx';
import { complain } from '../parts/status.tsx';
import { to } from '../routes.ts';
import { archiveWithUndo } from './archive.ts';
import type { SessionState } from './store.ts';
import { interrupt, resume, sleep } from './writes.ts';

export const GROUP = 'This session';

/** Those that make sense as it stands. */
export function useSessionCommands(state: SessionState) {
  const { route } = useLocation();
  const session = state.session.value;
  const writes = may(session.org_id, 'ManageOrgSessions');
  const stands = `${session.status} ${working(session)} ${session.is_archived}`;
  const commands = useMemo(() => {
    const command = (does: string, act: () => unknown, keys = ''): Key => {
      const run = () => Promise.resolve(act()).catch(complain);
      return { keys, does, group: GROUP, run };
    };
    const press = (id: string) => () => document.getElementById(id)?.click();
    const over = ended(session);
    const asleep = session.status === 'suspended';
    const again = `${to.create(session.org_id)}?from=${session.session_id}`;
    return [
      working(session) && writes && command('Interrupt the agent', () => interrupt(state), 'i'),
      asleep && writes && command('Resume', () => resume(state)),
      !over && !asleep && writes && command('Put to sleep', () => sleep(state)),
      writes && command(session.is_archived ? 'Unarchive' : 'Archive', () => archiveWithUndo(state)),
      writes && command('Edit the title', press('edit-title')),
      may(session.org_id, 'UseAgentSessions') && command('Start again', () => leave(() => route(again))),
      !over && writes && command('Terminate…', press('terminate')),
    ].filter(each => each !== false);
  }, [state, writes, stands]);
  useKeys(commands, [commands]);
}
