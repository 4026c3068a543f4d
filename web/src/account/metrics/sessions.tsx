// What was counted of sessions and of their pull requests.
import type { SessionCounts } from '../../api/types.ts';
import { acus, plural } from '../../text/time.tsx';
import { type Count, Counts } from './counts.tsx';
import type { Figures } from './figures.ts';

const ORIGINS: Record<keyof SessionCounts['sessions_created_by_origin'], string> = {
  webapp: 'the web app',
  slack: 'Slack',
  teams: 'Teams',
  api: 'the API',
  linear: 'Linear',
  jira: 'Jira',
  automation: 'automations',
  cli: 'the command line',
  desktop: 'desktop programs',
  code_scan: 'scans of code',
  other: 'elsewhere',
};

const SIZES: Record<keyof SessionCounts['sessions_created_by_size'], string> = {
  xs: 'below 1 ACU',
  s: 'below 3',
  m: 'below 8',
  l: 'below 20',
  xl: '20 and more',
};

const named = <K extends string>(names: Record<K, string>, counts: Record<K, number>): Count[] =>
  (Object.keys(names) as K[]).map(key => ({ name: names[key], count: counts[key] }));

export function Sessions({ of: { sessions, pulls, categories } }: { of: Figures }) {
  return (
    <>
      <Counts
        title="Sessions by where they came from"
        unit="Sessions"
        counts={named(ORIGINS, sessions.sessions_created_by_origin)}
      />
      <Counts
        title="Sessions by what they used"
        unit="Sessions"
        counts={named(SIZES, sessions.sessions_created_by_size)}
      />
      <Counts
        title="Sessions by what they were about"
        unit="Sessions"
        counts={categories.categories.flatMap(({ category, sessions_count, acus: used, subcategories }) => [
          { name: category, count: sessions_count, note: acus(used) },
          ...subcategories.map(each => ({
            name: `${category}: ${each.display_name}`,
            count: each.sessions_count,
            note: acus(each.acus),
          })),
        ])}
      />
      <Counts
        title="Pull requests"
        unit="Pull requests"
        counts={[
          { name: 'open', count: pulls.prs_opened_count },
          { name: 'merged', count: pulls.prs_merged_count },
          { name: 'closed', count: pulls.prs_closed_count },
          { name: 'of others, pushed to', count: pulls.prs_taken_over_count },
          { name: 'of these merged', count: pulls.prs_taken_over_merged_count },
        ]}
      />
      <p class="hint">
        {plural(sessions.sessions_with_merged_prs_count, 'session')} with a merged pull request,{' '}
        {sessions.sessions_created_with_playbook_count} with a playbook, {sessions.sessions_created_with_search_count}{' '}
        from a search.
      </p>
    </>
  );
}
