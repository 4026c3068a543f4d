// What the account and its organizations have used, by day of a billing cycle.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer, api } from '../../api/client.ts';
import { type Refusal, refusal } from '../../api/problem.ts';
import type { BillingCycle, Consumption } from '../../api/types.ts';
import { boot } from '../../boot.ts';
import { Failed, Loading } from '../../parts/states.tsx';
import { marked } from '../../text/marks.ts';
import { acus } from '../../text/time.tsx';
import { Head } from '../head.tsx';
import { Bars } from './bars.tsx';
import { DAY, daysOf } from './days.ts';

const ACCOUNT = '/v3/enterprise/consumption/daily';
const ORGANIZATION = '/v3/enterprise/consumption/daily/organizations/{org_id}';
const MOST = 100;

const daily = ({ after, before }: BillingCycle, org: string): Promise<Consumption> => {
  const query = { time_after: after, time_before: before };
  return org
    ? answer(api.GET(ORGANIZATION, { params: { path: { org_id: org }, query } }))
    : answer(api.GET(ACCOUNT, { params: { query } }));
};

const nameOf = (cycle: BillingCycle) =>
  [cycle.after, cycle.before - DAY]
    .map(at => new Date(at * 1000).toLocaleDateString([], { dateStyle: 'medium' }))
    .join(' – ');

export function ConsumptionScreen() {
  const cycles = useSignal<BillingCycle[]>([]);
  const cycle = useSignal(0);
  const org = useSignal('');
  const used = useSignal<Consumption | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const round = useSignal(0);
  const look = async () => {
    const mine = ++round.value;
    try {
      if (cycles.peek().length === 0) {
        cycles.value = (
          await answer(api.GET('/v3/enterprise/consumption/cycles', { params: { query: { first: MOST } } }))
        ).items;
      }
      const of = cycles.peek()[cycle.peek()];
      const found = of ? await daily(of, org.peek()) : null;
      if (mine !== round.peek()) return;
      used.value = found;
      problem.value = null;
    } catch (thrown) {
      if (mine === round.peek()) problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    look();
  }, []);
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
              look();
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
            value={org.value}
            onChange={event => {
              org.value = event.currentTarget.value;
              look();
            }}
          >
            <option value="">all of the account</option>
            {boot.organizations.map(each => (
              <option key={each.org_id} value={each.org_id}>
                {marked(each.name)}
              </option>
            ))}
          </select>
        </label>
      </search>
      {problem.value && <Failed problem={problem.value} retry={look} />}
      {!used.value && !problem.value && <Loading rows={4} />}
      {used.value && shown && (
        <section aria-label="Use by day">
          <p class="figures">
            <strong>{acus(used.value.total_acus)} ACUs</strong>
            <span class="hint">days begin at 08:00 UTC</span>
          </p>
          <Bars days={daysOf(used.value.consumption_by_date, shown.after, Math.min(shown.before, Date.now() / 1000))} />
        </section>
      )}
    </div>
  );
}
