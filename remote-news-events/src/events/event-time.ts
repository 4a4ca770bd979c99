import { formatMonth, lagosClock } from '@site/shared/domain/dates';
import { eventDay, eventStart } from '@site/shared/domain/event-times';

const DAY_MS = 86_400_000;

export interface DateTileView {
  readonly month: string;
  readonly day: string;
}

/** Month and day of a date in Lagos; null when it is no date. */
export const dateTile = (date: string | null): DateTileView | null => {
  const day = lagosClock(date)?.getUTCDate();
  return day === undefined ? null : { month: formatMonth(date), day: String(day) };
};

/** "4:00 PM to 8:00 PM", or what there is of it. */
export const formatHours = (time: string, endTime: string): string => [time, endTime].filter((part) => part !== '').join(' to ');

/** Days from `now` until a date, as the calendar in Lagos counts them; null when it is no date. */
export const daysUntil = (date: string | null, now: number): number | null => {
  const day = eventDay(date);
  const today = eventDay(new Date(now).toISOString());
  return day === null || today === null ? null : Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
};

/** ISO moment at which an event begins, for search engines; the day alone when its time is no time of day. */
export const startMoment = (date: string | null, time: string): string | null => {
  const start = eventStart({ date, time });
  return start === null ? eventDay(date) : `${lagosClock(start)?.toISOString().slice(0, 19)}+01:00`;
};
