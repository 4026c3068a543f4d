// When sessions are made by themselves.
import { answer, api, pressKey } from '../api/client.ts';
import type { Page, Schedule } from '../api/types.ts';
import { Busy } from '../parts/busy.tsx';
import { type Form, numberOrNull, textOrNull, type Values } from '../parts/shelf/form.ts';
import type { Kind } from '../parts/shelf/kind.ts';
import type { Shelf } from '../parts/shelf/store.ts';
import { to } from '../routes.ts';
import { marked } from '../text/marks.ts';
import { Facts, lastRun, nextRun } from './facts.tsx';
import { Fields, type Playbooks } from './fields.tsx';
import { Runs } from './runs.tsx';

const ALL = '/v3/organizations/{org_id}/schedules';
const ONE = '/v3/organizations/{org_id}/schedules/{schedule_id}';
const RUN = '/v3/organizations/{org_id}/schedules/{schedule_id}/run';
const FIRST = 200;

export function schedules(org: string, playbooks: Playbooks): Kind<Schedule> {
  const path = { org_id: org };
  const one = (schedule_id: string) => ({ params: { path: { ...path, schedule_id } } });
  const change = (schedule: Schedule, body: object) => answer(api.PATCH(ONE, { ...one(schedule.schedule_id), body }));
  const run = async (schedule: Schedule) => {
    const header = { 'Idempotency-Key': pressKey() };
    await answer(api.POST(RUN, { params: { path: { ...path, schedule_id: schedule.schedule_id }, header } }));
    return answer(api.GET(ONE, one(schedule.schedule_id)));
  };
  return {
    title: 'Schedules',
    one: 'schedule',
    permission: 'ManageOrgSchedules',
    address: to.schedules(org),
    command: 'agent schedule create "Upgrade the dependencies" --cron "0 2 * * 1-5" --timezone Europe/Zurich',
    page: after =>
      answer(api.GET(ALL, { params: { path, query: { first: FIRST, after } } })) as Promise<Page<Schedule>>,
    get: id => answer(api.GET(ONE, one(id))),
    id: schedule => schedule.schedule_id,
    name: schedule => schedule.name,
    text: schedule => `${schedule.prompt}\n${schedule.cron_schedule ?? ''}\n${schedule.tags?.join(' ') ?? ''}`,
    fixed: () => null,
    values: valuesOf,
    save: (schedule, values, key) => {
      const body = bodyOf(values);
      if (schedule) return change(schedule, body);
      return answer(api.POST(ALL, { params: { path, header: { 'Idempotency-Key': key } }, body }));
    },
    remove: schedule => answer(api.DELETE(ONE, one(schedule.schedule_id))),
    Facts,
    Fields: ({ form, item }: { form: Form; item: Schedule | null }) => (
      <>
        {item && <Standing schedule={item} />}
        {item && <Runs org={org} schedule={item} />}
        <Fields org={org} form={form} playbooks={playbooks} />
      </>
    ),
    Actions: ({ item, shelf }: { item: Schedule; shelf: Shelf<Schedule> }) => (
      <>
        <Busy kind="second" act={async () => shelf.put(await run(item))} title="Beside its times, which stay">
          Run now
        </Busy>
        <Busy kind="second" act={async () => shelf.put(await change(item, { is_enabled: !item.is_enabled }))}>
          {item.is_enabled ? 'Switch off' : 'Switch on'}
        </Busy>
      </>
    ),
  };
}

const PAUSED: Record<string, string> = {
  owner_gone:
    'Switched off by the service: its owner is gone or may keep schedules no more. Who switches it on owns it.',
};

function Standing({ schedule }: { schedule: Schedule }) {
  return (
    <div class="standing">
      <p>
        Next: {nextRun(schedule)}. Last: {lastRun(schedule)}.
      </p>
      {schedule.paused_reason && <p class="bad">{PAUSED[schedule.paused_reason] ?? schedule.paused_reason}</p>}
      {schedule.last_error_message && (
        <p class="bad">
          {schedule.consecutive_failures > 1 && `${schedule.consecutive_failures} times in a row: `}
          {marked(schedule.last_error_message)}
        </p>
      )}
    </div>
  );
}

function valuesOf(schedule: Schedule | null): Values {
  return {
    name: schedule?.name ?? '',
    prompt: schedule?.prompt ?? '',
    schedule_type: schedule?.schedule_type ?? 'recurring',
    cron_schedule: schedule?.cron_schedule ?? '',
    timezone: schedule?.timezone ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
    interval_count: String(schedule?.interval_count ?? 1),
    scheduled_at: schedule?.scheduled_at ? localOf(schedule.scheduled_at) : '',
    playbook_id: schedule?.playbook?.playbook_id ?? '',
    notify_on: schedule?.notify_on ?? 'failure',
    platform: schedule?.platform ?? '',
    tags: schedule?.tags?.join(', ') ?? '',
    bypass_approval: schedule?.bypass_approval ?? false,
  };
}

function bodyOf(values: Values) {
  const recurring = values.schedule_type === 'recurring';
  const tags = String(values.tags)
    .split(',')
    .map(tag => tag.trim())
    .filter(Boolean);
  return {
    name: textOrNull(values, 'name'),
    prompt: String(values.prompt),
    schedule_type: values.schedule_type as Schedule['schedule_type'],
    cron_schedule: recurring ? textOrNull(values, 'cron_schedule') : null,
    interval_count: recurring ? numberOrNull(values, 'interval_count') : null,
    timezone: textOrNull(values, 'timezone'),
    scheduled_at: recurring ? null : instantOf(String(values.scheduled_at)),
    playbook_id: textOrNull(values, 'playbook_id'),
    notify_on: values.notify_on as Schedule['notify_on'],
    platform: textOrNull(values, 'platform'),
    tags: tags.length > 0 ? tags : null,
    bypass_approval: values.bypass_approval === true,
  };
}

/** As the browser's field for times wants it, in the reader's zone. */
function localOf(instant: string): string {
  const time = new Date(instant);
  return new Date(time.getTime() - time.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

const instantOf = (local: string) => (local ? new Date(local).toISOString() : null);
