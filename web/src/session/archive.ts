import { say } from '../parts/status.tsx';
import { archive } from '../store/sessions.ts';
import type { SessionState } from './store.ts';

/** Or back into the list. */
export async function archiveWithUndo(state: SessionState) {
  const archived = !state.session.peek().is_archived;
  await archive(state.session.peek(), archived);
  say(archived ? 'Archived' : 'Back in the list', () => archive(state.session.peek(), !archived));
}
