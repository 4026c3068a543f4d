// What was used by day of a billing cycle: in all, in an organization, by somebody or by a session.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { type Refusal, refusal } from '../../api/problem.ts';
import type { BillingCycle, Consumption } from '../../api/types.ts';
import { boot, mayInAccount } from '../../boot.ts';
import { Failed, Loading } from '../../parts/states.tsx';
import { to } from '../../routes.ts';
import { marked } from '../../text/marks.ts';
import { acus } from '../../text/time.tsx';
import { Head } from '../head.tsx';
import { cyclesOf, daily } from './calls.ts';
import { DAY, daysOf } from './days.ts';
import { Limits } from './limits.tsx';
import { Subject } from './subject.tsx';
import { Use } from './use.tsx';
import { guessed, searchOf, type Whose, whoseOf } from './whose.ts';

const nameOf = (cycle: BillingCycle) =>
  [cycle.after, cycle.before - DAY]
    .map(at => new Date(at * 1000).toLocaleDateString([], { dateStyle: 'medium' }))
    .join(' – ');

export function ConsumptionScreen() {
  const { url, route } = useLocation();
  const search = url.split('?')[1] ?? '';
  const whose = useMemo(() => whoseOf(search), [search]);
  const cycles = useSignal<BillingCycle[]>([]);
  const cycle = useSignal(0);
  const used = useSignal<Consumption | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const round = useSignal(0);
  const look = async () => {
    const mine = ++round.value;
    try {
      if (cycles.peek().length === 0) cycles.value = await cyclesOf();
      const of = cycles.peek()[cycle.peek()];
      const found = of ? await daily(of, whose) : null;
      if (mine !== round.peek()) return;
      used.value = found;
      problem.value = null;
    } catch (thrown) {
      if (mine === round.peek()) problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    look();
  }, [whose, cycle.value]);
  const show = (of: Whose | null) => route(`${to.account('consumption')}${searchOf(of)}`);
  const shown = cycles.value[cycle.value];
  return (
    <div class="records">
      <Head>Consumption</Head>
      <search class="filters">
        <label>
          <span>Billing cycle</span>
          <select
            id="cycle"
            value={cycle.value}
            onChange={event => {
              cycle.value = Number(event.currentTarget.value);
            }}
          >
            {cycles.value.map((each, i) => (
              <option key={each.after} value={i}>
                {nameOf(each)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Organization</span>
          <select
            id="organization"
            value={whose?.kind === 'org' ? whose.id : ''}
            onChange={event => show(guessed(event.currentTarget.value))}
          >
            <option value="">all of the account</option>
            {boot.organizations.map(each => (
              <option key={each.org_id} value={each.org_id}>
                {marked(each.name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Or person, service user, session, by id</span>
          <input
            id="whose"
            type="search"
            autocomplete="off"
            value={whose && whose.kind !== 'org' ? whose.id : ''}
            onChange={event => show(guessed(event.currentTarget.value))}
          />
        </label>
      </search>
      {whose && <Subject of={whose} />}
      {problem.value && <Failed problem={problem.value} retry={look} />}
      {!used.value && !problem.value && <Loading rows={4} />}
      {used.value && shown && !problem.value && (
        <section aria-label="Use by day">
          <p class="figures">
            <strong>{acus(used.value.total_acus)} ACUs</strong>
            <span class="hint">days begin at 08:00 UTC</span>
          </p>
          <Use days={daysOf(used.value.consumption_by_date, shown.after, Math.min(shown.before, Date.now() / 1000))} />
        </section>
      )}
      {mayInAccount('ManageBilling') && <Limits />}
    </div>
  );
}
