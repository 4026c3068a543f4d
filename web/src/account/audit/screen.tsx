// Who did what, newest first.
import { useSignal } from '@preact/signals';
import { useEffect, useMemo } from 'preact/hooks';
import { answer, api } from '../../api/client.ts';
import type { AuditRecord, Page } from '../../api/types.ts';
import { boot, organizationName } from '../../boot.ts';
import { Pages } from '../../parts/pages.ts';
import { Empty, Failed, Loading } from '../../parts/states.tsx';
import { marked } from '../../text/marks.ts';
import { Head } from '../head.tsx';
import { type Filters, NONE, queryOf } from './filters.ts';
import { Wholeness } from './whole.tsx';

const ALL = '/v3/enterprise/audit-logs';
const OF_ORGANIZATION = '/v3/enterprise/organizations/{org_id}/audit-logs';
const FIRST = 50;

const reader = (filters: Filters) => (after: string | undefined) => {
  const query = { ...queryOf(filters), first: FIRST, after };
  const found = filters.org
    ? answer(api.GET(OF_ORGANIZATION, { params: { path: { org_id: filters.org }, query } }))
    : answer(api.GET(ALL, { params: { query } }));
  return found as Promise<Page<AuditRecord>>;
};

export function AuditScreen() {
  const filters = useSignal(NONE);
  const log = useMemo(() => new Pages(reader(NONE)), []);
  useEffect(() => {
    log.again(reader(filters.value));
  }, [log, filters.value]);
  const set = (name: keyof Filters) => (event: { currentTarget: { value: string } }) => {
    filters.value = { ...filters.peek(), [name]: event.currentTarget.value };
  };
  const items = log.items.value;
  return (
    <div class="records">
      <Head>Audit log</Head>
      <Wholeness />
      <search class="filters">
        <label>
          <span>Action</span>
          <input id="action" type="search" autocomplete="off" placeholder="create_org" onChange={set('action')} />
        </label>
        <label>
          <span>Who, by id</span>
          <input id="who" type="search" autocomplete="off" onChange={set('who')} />
        </label>
        <label>
          <span>Organization</span>
          <select id="organization" onChange={set('org')}>
            <option value="">all</option>
            {boot.organizations.map(each => (
              <option key={each.org_id} value={each.org_id}>
                {marked(each.name)}
              </option>
            ))}
          </select>
        </label>
        <label>
          <span>From</span>
          <input id="from" type="date" onChange={set('from')} />
        </label>
        <label>
          <span>Until</span>
          <input id="until" type="date" onChange={set('until')} />
        </label>
      </search>
      {log.problem.value && <Failed problem={log.problem.value} retry={log.older} />}
      {items === null && !log.problem.value && <Loading rows={8} />}
      {items?.length === 0 && <Empty>No record is like that.</Empty>}
      {items !== null && items.length > 0 && (
        <ol class="lines">
          {items.map(record => (
            <One key={record.audit_log_id} record={record} />
          ))}
        </ol>
      )}
      {log.more.value && (
        <button type="button" class="second" onClick={log.older}>
          More
        </button>
      )}
    </div>
  );
}

const whoOf = (record: AuditRecord) =>
  record.user_email ?? record.service_user_name ?? record.user_id ?? record.service_user_id ?? 'the service itself';

function One({ record }: { record: AuditRecord }) {
  const time = new Date(record.created_at * 1000);
  return (
    <li>
      <details>
        <summary>
          <time dateTime={time.toISOString()}>{time.toLocaleString()}</time>
          <span>{marked(whoOf(record))}</span>
          <strong>{record.action}</strong>
          {record.org_id && <span class="hint">{marked(organizationName(record.org_id))}</span>}
          {record.ip_address && <span class="hint">{record.ip_address}</span>}
        </summary>
        <pre class="code" tabIndex={0}>
          {marked(JSON.stringify(record, null, 2))}
        </pre>
      </details>
    </li>
  );
}
