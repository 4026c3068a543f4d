// What the agent asks, above the composer: a question with its answers, or something to approve.
import { useSignal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import { pressKey } from '../api/client.ts';
import type { Approval, Step } from '../api/types.ts';
import { may, mayInAccount } from '../boot.ts';
import { useKeys } from '../keys.ts';
import { Busy } from '../parts/busy.tsx';
import { complain } from '../parts/status.tsx';
import { Markdown } from '../text/markdown.tsx';
import { marked } from '../text/marks.ts';
import { Block } from './output.tsx';
import type { SessionState } from './store.ts';
import { decide, send } from './writes.ts';

export function Asks({ state }: { state: SessionState }) {
  const session = state.session.value;
  const approval = state.approval.value;
  if (approval) return <ToApprove key={approval.event_id} state={state} approval={approval} />;
  const waits =
    session.status_detail === 'waiting_for_user' || (session.status === 'suspended' && session.outcome === 'asks');
  const question = waits ? openQuestion(state.steps.value ?? []) : undefined;
  return question ? <Question key={question.id} state={state} question={question} /> : null;
}

/** The last one, unless a person has written since. */
export function openQuestion(steps: Step[]): Step | undefined {
  const last = steps.findLast(step => step.kind === 'question' || step.kind === 'message');
  return last?.kind === 'question' ? last : undefined;
}

function Question({ state, question }: { state: SessionState; question: Step }) {
  const choices = question.choices ?? [];
  const writes = may(state.path.org_id, 'ManageOrgSessions');
  return (
    <section class="asks" aria-label="The agent asks">
      <div class="what">
        <Markdown text={question.body ?? question.title} />
      </div>
      {writes && choices.length > 0 && (
        <p class="choices">
          {choices.map(choice => (
            <Busy key={choice} act={() => send(state, choice, pressKey())}>
              {marked(choice)}
            </Busy>
          ))}
        </p>
      )}
    </section>
  );
}

function ToApprove({ state, approval }: { state: SessionState; approval: Approval }) {
  const writes = may(state.path.org_id, 'ManageOrgSessions');
  const gives = writes && (!asksForHost(approval) || mayInAccount('ManageEnterpriseSettings'));
  const reason = useSignal('');
  const keys = useMemo(
    () => (gives ? [{ keys: 'y', does: 'Approve', run: () => decide(state, approval, true).catch(complain) }] : []),
    [approval, gives],
  );
  useKeys(keys, [keys]);
  return (
    <section class="asks approval" aria-label="Waits for your approval">
      <p>
        The agent waits for your approval of <code>{marked(approval.tool)}</code>
        {approval.rules.length > 0 && (
          <span class="hint">
            {' '}
            by the rule{approval.rules.length > 1 && 's'} {marked(approval.rules.join(', '))}
          </span>
        )}
        {approval.unclear && <span class="hint"> What it runs is not clear: {marked(approval.unclear)}</span>}
      </p>
      <Block text={wholeCall(approval)} name="What the agent wants to do" />
      {writes ? (
        <div class="choices">
          {gives ? (
            <>
              <Busy act={() => decide(state, approval, true)}>Approve</Busy>
              <Busy kind="second" act={() => decide(state, approval, true, beyond(approval))}>
                {asksForHost(approval) ? 'Approve for the organization' : 'Approve for this session'}
              </Busy>
            </>
          ) : (
            <p class="hint">Approving a host needs ManageEnterpriseSettings.</p>
          )}
          <form
            class="refuse"
            onSubmit={event => {
              event.preventDefault();
              decide(state, approval, false, reason.value.trim() ? { message: reason.value.trim() } : {}).catch(
                complain,
              );
            }}
          >
            <label class="unseen" for="reason">
              Why not, for the agent
            </label>
            <input
              id="reason"
              value={reason.value}
              maxLength={10_000}
              placeholder="Why not"
              onInput={event => {
                reason.value = event.currentTarget.value;
              }}
            />
            <button type="submit" class="danger">
              Refuse
            </button>
          </form>
        </div>
      ) : (
        <p class="hint">Answering needs ManageOrgSessions.</p>
      )}
    </section>
  );
}

/** Approved once, a host is allowed for the whole session. */
function beyond(approval: Approval): object {
  return asksForHost(approval) ? { for_organization: true } : { for_session: true };
}

function asksForHost(approval: Approval): boolean {
  return approval.tool === 'request_host';
}

function wholeCall(approval: Approval): string {
  const { command } = approval.input as { command?: unknown };
  return typeof command === 'string' ? command : JSON.stringify(approval.input, null, 2);
}
