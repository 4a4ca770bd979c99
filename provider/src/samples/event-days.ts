import { toLagosDay } from '@site/shared/domain/dates';

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS_PER_WEEK = 7;

/** Weekdays, in the order of `Date.getUTCDay`. */
const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'] as const;
type Weekday = (typeof WEEKDAYS)[number];

export interface EventDays {
  /**
   * Days from the first start to the event; negative for a past event. The event is moved further away until it falls on the right weekday outside the
   * holidays.
   */
  readonly inDays: number;
  /** Weekday of the event's first day, as stated in the event's texts. */
  readonly weekday: Weekday;
  readonly extraDays?: number;
}

const toIso = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Whether a day is in the holidays, from Christmas Eve to New Year's Day, when there are no events. */
const isInHolidays = (day: string): boolean => day.slice(5) >= '12-24' || day.slice(5) === '01-01';

/** Returns the first and last day of an event. As in the database, the last day is '' for a one-day event. */
export const getEventDays = ({ inDays, weekday, extraDays = 0 }: EventDays, now: Date): { readonly first: string; readonly last: string } => {
  const step = inDays < 0 ? -1 : 1;
  let first = Date.parse(toLagosDay(now)) + inDays * DAY_MS;
  while (new Date(first).getUTCDay() !== WEEKDAYS.indexOf(weekday)) first += step * DAY_MS;
  const overlapsHolidays = (): boolean => Array.from({ length: extraDays + 1 }, (_, index) => toIso(first + index * DAY_MS)).some(isInHolidays);
  while (overlapsHolidays()) first += step * DAYS_PER_WEEK * DAY_MS;
  return { first: toIso(first), last: extraDays === 0 ? '' : toIso(first + extraDays * DAY_MS) };
};
