// What came of a schedule's times, the newest.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { Schedule, ScheduleRun } from '../api/types.ts';
import { complain } from '../parts/status.tsx';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';
import { Moment } from './facts.tsx';

const MOST = 5;

export function Runs({ org, schedule }: { org: string; schedule: Schedule }) {
  const { schedule_id, last_executed_at, last_error_at } = schedule;
  const runs = useSignal<ScheduleRun[]>([]);
  useEffect(() => {
    let shown = true;
    const params = { path: { org_id: org, schedule_id }, query: { first: MOST } };
    answer(api.GET('/v3/organizations/{org_id}/schedules/{schedule_id}/runs', { params })).then(found => {
      if (shown) runs.value = found.items;
    }, complain);
    return () => {
      shown = false;
    };
  }, [org, schedule_id, last_executed_at, last_error_at]);
  if (runs.value.length === 0) return null;
  return (
    <ul class="runs" aria-label="Runs">
      {runs.value.map(run => (
        <li key={run.due_at}>
          <Moment at={run.due_at} />{' '}
          {run.session_id ? (
            <a href={to.session(run.session_id)}>its session</a>
          ) : (
            <span class="bad">{marked(run.error_message ?? 'no session')}</span>
          )}
        </li>
      ))}
    </ul>
  );
}
