// How a session stands, and what it does or waits for, in words.
import type { JSX } from 'preact';
import type { Session } from '../api/types.ts';

export type Tone = 'busy' | 'good' | 'bad' | 'asks' | 'rest';

export interface Standing {
  tone: Tone;
  sign: string;
  words: string;
}

const LIMITS: Record<string, string> = {
  usage_limit_exceeded: 'its ACU limit is reached',
  org_usage_limit_exceeded: "the organization's limit is reached",
  user_usage_limit_exceeded: "the person's limit is reached",
  total_session_limit_exceeded: 'too many sessions run',
  inactivity: 'nothing was asked of it for a while',
  user_request: 'a person put it to sleep',
  error: 'something failed',
};

const of = (tone: Tone, sign: string, words: string): Standing => ({ tone, sign, words });

export function standing(session: Session): Standing {
  switch (session.status) {
    case 'new':
    case 'claimed':
    case 'resuming':
      return of('busy', '◌', waiting(session));
    case 'running':
      return running(session);
    case 'suspended':
      return asleep(session);
    case 'exit':
      return session.outcome === 'finished' ? of('good', '✓', 'Finished') : of('rest', '■', 'Ended');
    case 'error':
      return of('bad', '✕', session.error ? `Failed: ${session.error.message}` : 'Failed');
  }
}

function waiting(session: Session): string {
  const begins = session.status === 'resuming' ? 'Wakes' : 'Starts';
  switch (session.waits_for) {
    case 'outpost':
      return 'Waits: there is no outpost for it';
    case 'machine':
      return `Waits for a machine${session.queue_position ? `, number ${session.queue_position}` : ''}`;
    case 'connection':
      return `${begins}: its machine starts`;
    default:
      return begins;
  }
}

function running(session: Session): Standing {
  switch (session.status_detail) {
    case 'waiting_for_user':
      return of('asks', '?', 'Asks you');
    case 'waiting_for_approval':
      return of('asks', '!', 'Waits for approval');
    case 'finished':
      return of('good', '✓', 'Finished');
    default:
      return of('busy', '●', 'Running');
  }
}

function asleep(session: Session): Standing {
  const wait = session.wait;
  if (wait) {
    const until = wait.until ? new Date(wait.until * 1000).toLocaleString() : '';
    const what = { message: 'you write', child: 'its sessions are done or ask', time: until };
    return of('rest', '☾', `Asleep until ${what[wait.for]}`);
  }
  switch (session.outcome) {
    case 'asks':
      return of('asks', '?', 'Asks you, asleep');
    case 'finished':
      return of('good', '✓', 'Finished, asleep');
    case 'failed':
      return of('bad', '✕', 'Failed, asleep');
    default: {
      const why = LIMITS[session.status_detail ?? ''];
      return of('rest', '☾', why ? `Asleep: ${why}` : 'Asleep');
    }
  }
}

export const ended = (session: Session) => session.status === 'exit' || session.status === 'error';
export const working = (session: Session) =>
  session.status === 'running' && (session.status_detail === 'working' || session.status_detail === null);
export const asksForSomething = (session: Session) => !session.is_archived && standing(session).tone === 'asks';

export const titleOf = (session: Session) => session.title?.trim() || 'Untitled session';

export function Badge({ session }: { session: Session }): JSX.Element {
  const { tone, sign, words } = standing(session);
  return (
    <span class={`badge ${tone}`}>
      <span aria-hidden="true">{sign}</span> {words}
    </span>
  );
}
