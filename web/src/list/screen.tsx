import { useEffect, useMemo } from 'preact/hooks';
import { useLocation } from 'preact-iso/router';
import { Refusal } from '../api/problem.ts';
import { boot, may, organizationName, takeFirst } from '../boot.ts';
import { LostBanner } from '../parts/lost.tsx';
import { Empty, Failed, Gone, Loading } from '../parts/states.tsx';
import { complain } from '../parts/status.tsx';
import { setTitle } from '../parts/title.ts';
import { to } from '../routes.ts';
import { FilterBar, FilterChips } from './bar.tsx';
import { Bulk } from './bulk.tsx';
import { type Filters, isFiltered, NONE, readFilters, writeFilters } from './filters.ts';
import { useListKeys } from './keys.ts';
import { Row } from './row.tsx';
import { sections } from './sections.ts';
import { Selection } from './selection.ts';
import { SessionList } from './store.ts';
import { Views } from './views.tsx';

export function ListScreen({ org }: { org: string }) {
  const first = useMemo(takeFirst, []);
  if (first?.problem && first.problem.status === 404) return <Gone what="organization" />;
  if (first?.problem) return <Failed problem={Refusal.of(first.problem)} />;
  return <Shown org={org} first={first?.org_id === org ? first : undefined} />;
}

function Shown({ org, first }: { org: string; first?: Parameters<typeof useList>[2] }) {
  const { url, route } = useLocation();
  const query = url.includes('?') ? url.slice(url.indexOf('?')) : '';
  const filters = useMemo(() => readFilters(query), [query]);
  const change = (changed: Filters) => route(to.sessions(org) + writeFilters(changed), true);
  const list = useList(org, query, first);
  const selection = useMemo(() => new Selection(), [list]);
  useListKeys(list, selection, org);
  const waiting = list.waiting.value.length;
  return (
    <div class="list">
      <header class="head">
        <h1>Sessions</h1>
        <Organizations org={org} />
        {may(org, 'UseAgentSessions') && (
          <a class="button" href={to.create(org)}>
            New session
          </a>
        )}
      </header>
      <FilterBar filters={filters} change={change} />
      <Views org={org} filters={filters} />
      {list.problem.value && list.problem.value.status !== 0 && (
        <Failed problem={list.problem.value} retry={list.look} />
      )}
      <LostBanner stream={list.feed} />
      {waiting > 0 && (
        <button
          type="button"
          class="news"
          onClick={() => {
            list.show();
            window.scrollTo(0, 0);
          }}
        >
          {waiting} new
        </button>
      )}
      <Rows org={org} list={list} selection={selection} filters={filters} change={change} />
      <Bulk org={org} selection={selection} archived={filters.archived} look={list.look} />
    </div>
  );
}

function Rows({
  org,
  list,
  selection,
  filters,
  change,
}: {
  org: string;
  list: SessionList;
  selection: Selection;
  filters: Filters;
  change: (to: Filters) => void;
}) {
  const rows = list.rows.value?.map(row => row.value).filter(session => session.is_archived === filters.archived);
  if (!rows) return list.problem.value ? null : <Loading rows={8} />;
  if (rows.length === 0) return <Nothing org={org} filters={filters} change={change} />;
  return (
    <>
      {sections(rows).map(section => (
        <section key={section.name} aria-label={section.name}>
          <h2>
            {section.name} <span class="count">{section.sessions.length}</span>
          </h2>
          <ul class="rows">
            {section.sessions.map(session => (
              <Row key={session.session_id} session={session} selection={selection} />
            ))}
          </ul>
        </section>
      ))}
      {list.more.value && (
        <button type="button" onClick={() => list.older().catch(complain)}>
          Older sessions
        </button>
      )}
    </>
  );
}

function Nothing({ org, filters, change }: { org: string; filters: Filters; change: (to: Filters) => void }) {
  if (isFiltered(filters)) {
    return (
      <Empty>
        <p>No session matches these filters.</p>
        <FilterChips filters={filters} change={change} />
        <button type="button" onClick={() => change(NONE)}>
          Clear all
        </button>
      </Empty>
    );
  }
  return (
    <Empty>
      <p>No sessions here yet.</p>
      {may(org, 'UseAgentSessions') && (
        <p>
          <a href={to.create(org)}>Start the first one</a>, here or in a terminal:
        </p>
      )}
      <pre>agent run "Fix the failing test"</pre>
    </Empty>
  );
}

function Organizations({ org }: { org: string }) {
  const { route } = useLocation();
  if (boot.organizations.length < 2) return <p class="hint">{organizationName(org)}</p>;
  return (
    <label class="orgs">
      <span class="unseen">Organization</span>
      <select value={org} onChange={event => route(to.sessions(event.currentTarget.value))}>
        {boot.organizations.map(each => (
          <option key={each.org_id} value={each.org_id}>
            {each.name}
          </option>
        ))}
      </select>
    </label>
  );
}

function useList(org: string, query: string, first: ConstructorParameters<typeof SessionList>[2]) {
  const list = useMemo(() => new SessionList(org, readFilters(query), query ? undefined : first), [org, query]);
  useEffect(() => () => list.close(), [list]);
  useEffect(() => setTitle('Sessions'), []);
  return list;
}
