import type { Event } from '@site/shared/contracts/event';
import { formatMonth, LAGOS_OFFSET, lagosClock } from '@site/shared/domain/dates';
import { eventDay, eventEnd, eventLastDay, eventStart, parseTimeOfDay } from '@site/shared/domain/event-times';

/** Time that the server may need to mark an event as past. Events that stay upcoming longer do so because staff decided it. */
const UPCOMING_GRACE_MS = 60_000;

/** Time when the next of these events ends, in milliseconds: the page's data is stale from then on. */
export const getNextEventEnd = (events: readonly Event[], now: number): number | null => {
  const ends = events
    .filter(({ isUpcoming }) => isUpcoming)
    .map(eventEnd)
    .filter((end) => end !== null && end > now - UPCOMING_GRACE_MS);
  return ends.reduce<number | null>((first, end) => (first === null || (end !== null && end < first) ? end : first), null);
};

const DAY_MS = 86_400_000;

interface DateTileView {
  readonly month: string;
  readonly day: string;
}

/** Month and day in Lagos; null for an invalid date. */
export const dateTile = (date: string | null): DateTileView | null => {
  const day = lagosClock(date)?.getUTCDate();
  return day === undefined ? null : { month: formatMonth(date), day: String(day) };
};

/** Formats "4:00 PM to 8:00 PM", or the only known time. */
export const formatHours = (time: string, endTime: string): string => [time, endTime].filter((part) => part !== '').join(' to ');

/** Calendar days in Lagos from `now` until a date; null for an invalid date. */
export const daysUntil = (date: string | null, now: number): number | null => {
  const day = eventDay(date);
  const today = eventDay(new Date(now).toISOString());
  return day === null || today === null ? null : Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
};

/** ISO date-time at which an event begins, for search engines; only the date if its time cannot be parsed. */
export const getStartTimestamp = (date: string | null, time: string): string | null => {
  const start = eventStart({ date, time });
  return start === null ? eventDay(date) : `${lagosClock(start)?.toISOString().slice(0, 19)}${LAGOS_OFFSET}`;
};

/** ISO date-time at which an event ends; null if only its beginning is known. */
export const getEndTimestamp = (event: Event): string | null => {
  const lastDay = eventLastDay(event);
  if (parseTimeOfDay(event.endTime) === null) return lastDay;
  const end = eventEnd(event);
  return end === null ? null : `${lagosClock(end)?.toISOString().slice(0, 19)}${LAGOS_OFFSET}`;
};
