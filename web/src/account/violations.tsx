// What broke guardrails, newest first.
import { useEffect, useMemo } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { Page, Violation } from '../api/types.ts';
import { organizationName } from '../boot.ts';
import { Pages } from '../parts/pages.ts';
import { Empty, Failed, Loading } from '../parts/states.tsx';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';
import { Age } from '../text/time.tsx';
import { Head } from './head.tsx';

const FIRST = 50;

const TONES: Record<Violation['action_taken'], string> = {
  logged: 'rest',
  warned: 'busy',
  blocked: 'bad',
  suspended: 'bad',
};

export function ViolationsScreen() {
  const found = useMemo(
    () =>
      new Pages<Violation>(
        after =>
          answer(
            api.GET('/v3beta1/enterprise/guardrail-violations', { params: { query: { first: FIRST, after } } }),
          ) as Promise<Page<Violation>>,
      ),
    [],
  );
  useEffect(() => {
    found.older();
  }, [found]);
  const items = found.items.value;
  const off = found.problem.value?.code === 'feature_disabled';
  return (
    <div class="records">
      <Head>What broke guardrails</Head>
      {off && <Empty>There are no guardrails here: AGENT_GUARDRAILS of the server names a file with some.</Empty>}
      {found.problem.value && !off && <Failed problem={found.problem.value} retry={found.older} />}
      {items === null && !found.problem.value && <Loading rows={5} />}
      {items?.length === 0 && <Empty>Nothing has broken one.</Empty>}
      {items !== null && items.length > 0 && (
        <ul class="lines">
          {items.map(each => (
            <One key={each.violation_id} violation={each} />
          ))}
        </ul>
      )}
      {found.more.value && (
        <button type="button" class="second" onClick={found.older}>
          More
        </button>
      )}
    </div>
  );
}

function One({ violation }: { violation: Violation }) {
  const { guardrail_name, guardrail_type, action_taken, org_id, session_id, user_message, reasoning } = violation;
  return (
    <li>
      <strong>{marked(guardrail_name)}</strong>
      <span class={`badge ${TONES[action_taken]}`}>{action_taken}</span>
      <span class="hint">{guardrail_type}</span>
      <span class="hint">{marked(organizationName(org_id))}</span>
      {session_id && <a href={to.session(session_id)}>its session</a>}
      <Age at={violation.created_at} />
      <blockquote>{marked(user_message)}</blockquote>
      <p class="hint">{marked(reasoning)}</p>
    </li>
  );
}
