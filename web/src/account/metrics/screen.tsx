// Who was active and what came of it, between two days.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { type Refusal, refusal } from '../../api/problem.ts';
import { boot } from '../../boot.ts';
import { Failed, Loading } from '../../parts/states.tsx';
import { marked } from '../../text/marks.ts';
import { acus, plural } from '../../text/time.tsx';
import { Head } from '../head.tsx';
import { Course } from './course.tsx';
import { type Figures, figuresOf, STEPS, type Step } from './figures.ts';
import { lately } from './range.ts';
import { Sessions } from './sessions.tsx';

const DAYS = 30;

interface Wanted {
  from: string;
  until: string;
  org: string;
  step: Step;
}

export function MetricsScreen() {
  const wanted = useSignal<Wanted>({ ...lately(Date.now() / 1000, DAYS), org: '', step: 'day' });
  const found = useSignal<{ figures: Figures; step: Step } | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const round = useSignal(0);
  const look = async () => {
    const mine = ++round.value;
    const { org, step } = wanted.peek();
    try {
      const figures = await figuresOf(wanted.peek(), org, step);
      if (mine !== round.peek() || !figures) return;
      found.value = { figures, step };
      problem.value = null;
    } catch (thrown) {
      if (mine === round.peek()) problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    look();
  }, [wanted.value]);
  const set = (name: keyof Wanted) => (event: { currentTarget: { value: string } }) => {
    wanted.value = { ...wanted.peek(), [name]: event.currentTarget.value };
  };
  return (
    <div class="records">
      <Head>Metrics</Head>
      <search class="filters">
        <label>
          <span>From</span>
          <input id="from" type="date" value={wanted.value.from} onChange={set('from')} />
        </label>
        <label>
          <span>Until</span>
          <input id="until" type="date" value={wanted.value.until} onChange={set('until')} />
        </label>
        <label>
          <span>Organization</span>
          <select id="organization" value={wanted.value.org} onChange={set('org')}>
            <option value="">all of the account</option>
            {boot.organizations.map(each => (
              <option key={each.org_id} value={each.org_id}>
                {marked(each.name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>Active people by</span>
          <select id="step" value={wanted.value.step} onChange={set('step')}>
            {Object.entries(STEPS).map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
        </label>
      </search>
      {problem.value && <Failed problem={problem.value} retry={look} />}
      {!found.value && !problem.value && <Loading rows={6} />}
      {found.value && !problem.value && <Shown {...found.value} />}
    </div>
  );
}

function Shown({ figures, step }: { figures: Figures; step: Step }) {
  const { active, usage, sessions } = figures;
  return (
    <>
      <section aria-labelledby="active">
        <h2 id="active">Active people</h2>
        <p class="figures">
          <strong>{active.active_users === 1 ? '1 person' : `${active.active_users} people`}</strong>
          <span>{plural(usage.sessions_count, 'session')}</span>
          <span>{acus(sessions.avg_acus_per_session)} ACUs each</span>
          <span>{usage.searches_count === 1 ? '1 search' : `${usage.searches_count} searches`}</span>
          <span>
            {plural(usage.prs_created_count, 'pull request')}, {usage.prs_merged_count} merged
          </span>
          <span class="hint">days begin at 00:00 UTC</span>
        </p>
        <Course of={figures.course} step={step} />
      </section>
      <Sessions of={figures} />
    </>
  );
}
