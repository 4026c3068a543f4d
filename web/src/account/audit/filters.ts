// What of the audit log is wanted, as it is written and as the API asks.
export interface Filters {
  action: string;
  who: string;
  org: string;
  /** Days, `2026-11-28`, of the reader's own clock; empty: no bound. */
  from: string;
  until: string;
}

export const NONE: Filters = { action: '', who: '', org: '', from: '', until: '' };

/** The first second of a day that many days later. */
function second(day: string, later = 0): number | undefined {
  const [year = 0, month = 1, date = 1] = day.split('-').map(Number);
  return day ? new Date(year, month - 1, date + later).getTime() / 1000 : undefined;
}

/** `user_id` or `service_user_id` by the looks of the id; an end alone has no beginning to count from. */
export function queryOf({ action, who, from, until }: Filters) {
  const id = who.trim();
  const service = id.startsWith('service-user-');
  return {
    action: action.trim() || undefined,
    user_id: service ? undefined : id || undefined,
    service_user_id: service ? id : undefined,
    time_after: second(from) ?? (until ? second(until, -99) : undefined),
    time_before: second(until, 1),
  };
}
