// All comments go to the agent as one message; they are gone from here only when it was taken.
import { useSignal } from '@preact/signals';
import { type Refusal, refusal } from '../../api/problem.ts';
import { ended, working } from '../../parts/standing.tsx';
import { Failed } from '../../parts/states.tsx';
import { announce, say } from '../../parts/status.tsx';
import { marked } from '../../text/marks.ts';
import { plural } from '../../text/time.tsx';
import type { SessionState } from '../store.ts';
import { send } from '../writes.ts';
import { Actions } from './comment.tsx';
import type { Comment, Comments } from './comments.ts';
import { wordsOf } from './lines.ts';
import { messageOf } from './message.ts';

interface Properties {
  state: SessionState;
  comments: Comments;
  /** Whether the reader may write to the session. */
  writes: boolean;
}

export function SendComments({ state, comments, writes }: Properties) {
  const busy = useSignal(false);
  const problem = useSignal<Refusal | null>(null);
  const ready = comments.ready;
  if (ready.length === 0) return null;
  const over = ended(state.session.value);
  const count = plural(ready.length, 'comment');
  const give = async () => {
    busy.value = true;
    problem.value = null;
    try {
      await send(state, messageOf(ready.map(each => ({ ...each, words: each.text.peek() }))), comments.key);
      comments.taken(ready);
      say(`${count} sent`);
      announce(`${count} sent`);
    } catch (thrown) {
      problem.value = refusal(thrown);
    } finally {
      busy.value = false;
    }
  };
  return (
    <div class="dock sending">
      {problem.value && <Failed problem={problem.value} />}
      <p class="actions">
        <span class="hint">
          {!writes &&
            (over ? 'This session has ended: nobody reads comments any more' : 'Sending needs ManageOrgSessions')}
          {writes && working(state.session.value) && 'The agent reads them with its next turn'}
        </span>
        <button type="button" disabled={busy.value || !writes} aria-busy={busy.value} onClick={give}>
          Send {count} to the agent
        </button>
      </p>
    </div>
  );
}

/** Those whose lines are no longer as they were. */
export function Strays({ comments, strays }: { comments: Comments; strays: Comment[] }) {
  if (strays.length === 0) return null;
  return (
    <section aria-labelledby="strays">
      <h2 id="strays">On lines that have changed since</h2>
      {strays.map(each => (
        <div key={each.id} class="remark">
          <p class="hint">
            <code>{marked(each.path)}</code>, {wordsOf(each.where)}
          </p>
          <pre class="code">{marked(each.excerpt.join('\n'))}</pre>
          <p>{marked(each.text.value)}</p>
          <Actions comment={each} comments={comments} fixed />
        </div>
      ))}
    </section>
  );
}
