// Since when changes are shown, where they come from, and why there are none.
import { useEffect } from 'preact/hooks';
import { Busy } from '../../parts/busy.tsx';
import { Empty } from '../../parts/states.tsx';
import { bytes, plural } from '../../text/time.tsx';
import { nameOf } from '../checkpoints.ts';
import { type Review, SINCES, sizeOf } from './reading.ts';

/** By their codes. */
const REASONS: Record<string, string> = {
  machine_away: 'Its machine is not connected',
  machine_slow: 'Its machine has not answered in time',
  no_git: 'There is no repository of git',
  not_looked: 'The agent has not begun yet',
  not_there: 'Its machine is another one by now and has not got that state',
  git_failed: 'Git has failed there, or took too long',
};

const why = (reason: string | null | undefined) => REASONS[reason ?? ''] ?? 'It could not be found out';

export function SinceLine({ review, writes }: { review: Review; writes: boolean }) {
  const list = review.list.value;
  const since = review.since.value;
  useEffect(() => {
    review.readTurns();
  }, [review]);
  return (
    <div class="since">
      <label>
        Since{' '}
        <select value={since} onFocus={review.readTurns} onChange={event => review.choose(event.currentTarget.value)}>
          {Object.entries(SINCES).map(([value, words]) => (
            <option key={value} value={value}>
              {words}
            </option>
          ))}
          <optgroup label="Turns of the agent">
            {review.turns.value.map(turn => (
              <option key={turn.checkpoint_id} value={turn.checkpoint_id}>
                {nameOf(turn)}
              </option>
            ))}
          </optgroup>
        </select>
      </label>
      <span class="hint">
        {list?.state === 'live' && 'As it is now on the machine. '}
        {list?.state === 'stored' && list.taken_at && (
          <>
            As of {new Date(list.taken_at * 1000).toLocaleString()}. {why(list.reason)}.{' '}
          </>
        )}
        {list && list.state !== 'none' && review.files.value.length > 0 && (
          <>
            <a href={review.address()} download="changes.patch">
              changes.patch, {bytes(sizeOf(list))}
            </a>
            {commits(list.repos.reduce((sum, repo) => sum + repo.commits, 0))}
            {list.truncated && ', the first files of more'}
            {writes && '. The number of a line, or m, comments on it for the agent.'}
          </>
        )}
      </span>
      <Busy kind="second" act={review.look}>
        Refresh
      </Busy>
    </div>
  );
}

const commits = (count: number) => (count > 0 ? `, ${plural(count, 'commit')}` : '');

/** In the place of files where there are none. */
export function Nothing({ review }: { review: Review }) {
  const list = review.list.value;
  const since = review.since.value;
  if (list?.state !== 'none') {
    return (
      <Empty>
        <p>Nothing has changed since {review.words}.</p>
      </Empty>
    );
  }
  const stored = list.reason === 'machine_away' || list.reason === 'machine_slow';
  return (
    <Empty>
      <p>
        No changes to see. {why(list.reason)}
        {stored && '; what has changed since the session began is stored when a turn of the agent ends'}.
      </p>
      {stored && since !== 'start' && (
        <p>
          <Busy kind="second" act={() => review.choose('start')}>
            Since the session began
          </Busy>
        </p>
      )}
    </Empty>
  );
}
