// The filters of the list are its address.

export interface Filters {
  search: string;
  status: string;
  origin: string;
  tag: string;
  repo: string;
  mine: boolean;
  archived: boolean;
}

export const NONE: Filters = { search: '', status: '', origin: '', tag: '', repo: '', mine: false, archived: false };

/** Of a search, as the API has it. */
export const LONGEST = 200;

export const STATUSES: Record<string, string[]> = {
  active: ['new', 'claimed', 'running', 'resuming'],
  'needs you': [],
  asleep: ['suspended'],
  ended: ['exit', 'error'],
  failed: ['error'],
};

export const ORIGINS = [
  'webapp',
  'api',
  'cli',
  'slack',
  'teams',
  'linear',
  'jira',
  'automation',
  'desktop',
  'code_scan',
  'other',
];

export function readFilters(query: string): Filters {
  const said = new URLSearchParams(query);
  const word = (name: string) => said.get(name)?.trim() ?? '';
  return {
    search: word('search').slice(0, LONGEST),
    status: word('status') in STATUSES ? word('status') : '',
    origin: ORIGINS.includes(word('origin')) ? word('origin') : '',
    tag: word('tag'),
    repo: word('repo'),
    mine: said.has('mine'),
    archived: said.has('archived'),
  };
}

export function writeFilters(filters: Filters): string {
  const said = new URLSearchParams();
  for (const name of ['search', 'status', 'origin', 'tag', 'repo'] as const)
    if (filters[name]) said.set(name, filters[name]);
  if (filters.mine) said.set('mine', '');
  if (filters.archived) said.set('archived', '');
  const text = said.toString().replace(/=(?=&|$)/g, '');
  return text && `?${text}`;
}

export function isFiltered(filters: Filters): boolean {
  return writeFilters(filters) !== '';
}

/** What the API is asked. */
export function asked(filters: Filters, user: string | null) {
  return {
    is_archived: filters.archived,
    ...(filters.search && { search: filters.search }),
    ...(filters.status === 'needs you' && { attention: true }),
    ...(STATUSES[filters.status]?.length && { statuses: STATUSES[filters.status] }),
    ...(filters.origin && { origins: [filters.origin] }),
    ...(filters.tag && { tags: [filters.tag] }),
    ...(filters.repo && { repo_names: [filters.repo] }),
    ...(filters.mine && user && { user_ids: [user] }),
  } as Record<string, unknown>;
}
