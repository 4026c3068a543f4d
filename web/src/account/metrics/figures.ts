// What is counted between two days, in the whole account or in an organization.
import { answer, api } from '../../api/client.ts';
import type { ActiveUsers, CategoryCounts, PullRequestCounts, SessionCounts, UsageCounts } from '../../api/types.ts';
import { queryOf, type Range } from './range.ts';

export interface Figures {
  active: ActiveUsers;
  usage: UsageCounts;
  sessions: SessionCounts;
  pulls: PullRequestCounts;
  categories: CategoryCounts;
  /** Who was active by day, week or month, ascending. */
  course: ActiveUsers[];
}

export const STEPS = { day: 'day', week: 'week', month: 'month' } as const;
export type Step = keyof typeof STEPS;

type Asked = {
  params: { query: { time_after: number; time_before: number; org_ids: string[] | undefined } };
};

const COURSES: Record<Step, (asked: Asked) => Promise<ActiveUsers[]>> = {
  day: asked => answer(api.GET('/v3/enterprise/metrics/dau', asked)),
  week: asked => answer(api.GET('/v3/enterprise/metrics/wau', asked)),
  month: asked => answer(api.GET('/v3/enterprise/metrics/mau', asked)),
};

/** Null while a day is missing. */
export async function figuresOf(range: Range, org: string, step: Step): Promise<Figures | null> {
  const times = queryOf(range);
  if (!times) return null;
  const params = { query: { ...times, org_ids: org ? [org] : undefined } };
  const [active, usage, sessions, pulls, categories, course] = await Promise.all([
    answer(api.GET('/v3/enterprise/metrics/active-users', { params })),
    answer(api.GET('/v3/enterprise/metrics/usage', { params })),
    answer(api.GET('/v3/enterprise/metrics/sessions', { params })),
    answer(api.GET('/v3/enterprise/metrics/prs', { params })),
    answer(api.GET('/v3/enterprise/metrics/sessions-by-category', { params })),
    COURSES[step]({ params }),
  ]);
  return { active, usage, sessions, pulls, categories, course };
}
