// Use by day of billing, with the days between that have none.
import type { ConsumptionOfDay } from '../../api/types.ts';

export const DAY = 86_400;

export interface Day {
  /** Its first second. */
  at: number;
  acus: number;
  /** Of that, reviews of pull requests. */
  review: number;
}

/** All days of a cycle up to `until`, oldest first; days of billing are all as long. */
export function daysOf(used: ConsumptionOfDay[], after: number, until: number): Day[] {
  const byDate = new Map(used.map(day => [day.date, day]));
  const days: Day[] = [];
  for (let at = after; at < until; at += DAY) {
    const day = byDate.get(at);
    days.push({ at, acus: day?.acus ?? 0, review: day?.acus_by_product.review ?? 0 });
  }
  return days;
}
