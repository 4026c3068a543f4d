import type { Schedule } from '../api/types.ts';
import { marked } from '../text/marks.ts';

const SHORT: Intl.DateTimeFormatOptions = {
  weekday: 'short',
  day: 'numeric',
  month: 'short',
  hour: '2-digit',
  minute: '2-digit',
};

export function Moment({ at }: { at: string }) {
  const time = new Date(at);
  return (
    <time dateTime={time.toISOString()} title={time.toISOString()}>
      {time.toLocaleString([], SHORT)}
    </time>
  );
}

export const nextRun = ({ next_run_at }: Schedule) => (next_run_at ? <Moment at={next_run_at} /> : 'never');

export const lastRun = ({ last_executed_at }: Schedule) =>
  last_executed_at ? <Moment at={last_executed_at} /> : 'never';

const failed = ({ last_error_at, last_executed_at }: Schedule) =>
  last_error_at !== null && (last_executed_at === null || last_error_at >= last_executed_at);

export function Facts({ item }: { item: Schedule }) {
  return (
    <>
      {item.is_enabled ? <span class="badge good">on</span> : <span class="badge rest">off</span>}
      <code>{marked(item.cron_schedule ?? 'once')}</code>
      {item.cron_schedule && <span>{item.timezone}</span>}
      {item.last_executed_at && <span>last {lastRun(item)}</span>}
      {item.next_run_at && <span>next {nextRun(item)}</span>}
      {failed(item) && <span class="bad">failed</span>}
    </>
  );
}
