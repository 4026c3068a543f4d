// Between which days figures are wanted; days of figures are those of UTC.
export interface Range {
  /** `2026-11-28`. */
  from: string;
  /** The last day, which counts as a whole. */
  until: string;
}

const DAY = 86_400;

const dayOf = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** The days up to the one of that second. */
export const lately = (now: number, days: number): Range => ({
  from: dayOf(now - (days - 1) * DAY),
  until: dayOf(now),
});

const secondOf = (day: string) => Date.parse(`${day}T00:00:00Z`) / 1000;

/** As the API asks; null while a day is missing. */
export function queryOf({ from, until }: Range): { time_after: number; time_before: number } | null {
  const time_after = secondOf(from);
  const time_before = secondOf(until) + DAY;
  return Number.isNaN(time_after) || Number.isNaN(time_before) ? null : { time_after, time_before };
}
