// How much waits for machines in the whole account, and the machines.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import { type Refusal, refusal } from '../api/problem.ts';
import type { Machine, Page, QueueHealth } from '../api/types.ts';
import { mayInAccount } from '../boot.ts';
import { MachineLine } from '../parts/machine.tsx';
import { Pages } from '../parts/pages.ts';
import { Failed, Loading } from '../parts/states.tsx';
import { duration, plural } from '../text/time.tsx';
import { Head } from './head.tsx';

const AGAIN = 10_000;
const FIRST = 100;

const TONES: Record<string, string> = {
  normal: 'good',
  elevated: 'busy',
  high: 'bad',
};

export function QueueScreen() {
  return (
    <div class="records">
      <Head>Queue</Head>
      {mayInAccount('ViewAccountMetrics') && <Health />}
      {mayInAccount('ViewEnterpriseInfraDetails') && <Machines />}
    </div>
  );
}

function Health() {
  const health = useSignal<QueueHealth | null>(null);
  const problem = useSignal<Refusal | null>(null);
  const look = async () => {
    try {
      health.value = await answer(api.GET('/v3/enterprise/queue'));
      problem.value = null;
    } catch (thrown) {
      problem.value = refusal(thrown);
    }
  };
  useEffect(() => {
    look();
    const timer = setInterval(() => document.visibilityState === 'visible' && look(), AGAIN);
    return () => clearInterval(timer);
  }, []);
  if (problem.value) return <Failed problem={problem.value} retry={look} />;
  if (!health.value) return <Loading rows={1} />;
  const { queue_size, status, oldest_wait_seconds } = health.value;
  return (
    <p class="figures">
      <span class={`badge ${TONES[status] ?? 'rest'}`}>{status}</span>
      <span>{queue_size === 0 ? 'Nothing waits' : `${plural(queue_size, 'session')} for machines`}</span>
      {queue_size > 0 && <span>the oldest for {duration(oldest_wait_seconds)}</span>}
    </p>
  );
}

function Machines() {
  const machines = useMemo(
    () =>
      new Pages<Machine>(
        after =>
          answer(
            api.GET('/v3/enterprise/hypervisors', { params: { query: { first: FIRST, after, status: 'all' } } }),
          ) as Promise<Page<Machine>>,
      ),
    [],
  );
  useEffect(() => {
    machines.older();
  }, [machines]);
  const items = machines.items.value;
  return (
    <section aria-labelledby="machines">
      <h2 id="machines">Machines of workers</h2>
      {machines.problem.value && <Failed problem={machines.problem.value} retry={machines.older} />}
      {items === null && !machines.problem.value && <Loading rows={3} />}
      {items?.length === 0 && <p class="hint">None was ever heard of.</p>}
      {items !== null && items.length > 0 && (
        <ul class="machines">
          {items.map(machine => (
            <MachineLine key={machine.hypervisor_id} machine={machine} />
          ))}
        </ul>
      )}
      {machines.more.value && (
        <button type="button" class="second" onClick={machines.older}>
          More
        </button>
      )}
    </section>
  );
}
