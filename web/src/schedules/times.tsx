// When what is written in the editor would run, in its zone and in the reader's.
import { useSignal } from '@preact/signals';
import { useEffect } from 'preact/hooks';
import { answer, api } from '../api/client.ts';
import type { ScheduleTimes } from '../api/types.ts';
import type { Form } from '../parts/shelf/form.ts';
import { marked } from '../text/marks.ts';

const COUNT = 5;
const PAUSE_MS = 300;
const FORMAT: Intl.DateTimeFormatOptions = { dateStyle: 'medium', timeStyle: 'short' };

export function Times({ org, form }: { org: string; form: Form }) {
  const times = useSignal<ScheduleTimes | null>(null);
  const cron = form.text('cron_schedule').trim();
  const zone = form.text('timezone').trim();
  const every = Number(form.text('interval_count')) || 1;
  useEffect(() => {
    times.value = null;
    if (cron.split(/\s+/).length !== 5) return;
    let asked = true;
    const body = { cron_schedule: cron, timezone: zone || null, interval_count: every, count: COUNT };
    const pause = setTimeout(() => {
      const call = api.POST('/v3/organizations/{org_id}/schedules/preview', {
        params: { path: { org_id: org } },
        body,
      });
      answer(call).then(
        found => {
          if (asked) times.value = found;
        },
        () => {}, // what is wrong is told where it is saved
      );
    }, PAUSE_MS);
    return () => {
      asked = false;
      clearTimeout(pause);
    };
  }, [org, cron, zone, every]);
  if (!times.value) return null;
  const here = Intl.DateTimeFormat().resolvedOptions().timeZone;
  return (
    <div class="times" aria-live="polite">
      <p>
        Next, in {marked(zone || 'UTC')}:{times.value.next.length === 0 && ' never again'}
      </p>
      <ol>
        {times.value.next.map(at => (
          <li key={at}>
            <time dateTime={at}>{inZone(at, zone || 'UTC')}</time>
            {zone !== here && <span> · {inZone(at, here)} here</span>}
          </li>
        ))}
      </ol>
      {times.value.notes.map(note => (
        <p key={note}>{marked(note)}</p>
      ))}
    </div>
  );
}

/** As the reader writes times; by their zone's name where the browser does not know it. */
function inZone(at: string, timeZone: string): string {
  try {
    return new Date(at).toLocaleString([], { ...FORMAT, timeZone });
  } catch {
    return at;
  }
}
