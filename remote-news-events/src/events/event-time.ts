import type { Event } from '@site/shared/contracts/event';
import { formatMonth, LAGOS_OFFSET, lagosClock } from '@site/shared/domain/dates';
import { eventDay, eventEnd, eventLastDay, eventStart, parseTimeOfDay } from '@site/shared/domain/event-times';

/** The server marks an event as past within this time after its end. An event that stays upcoming for longer was set to upcoming by staff. */
const UPCOMING_GRACE_MS = 60_000;

/** Returns the time when the next of these events ends, in milliseconds. The page's data is stale from then on. */
export const getNextEventEnd = (events: readonly Event[], now: number): number | null => {
  const endTimes = events
    .filter(({ isUpcoming }) => isUpcoming)
    .map(eventEnd)
    .filter((end) => end !== null && end > now - UPCOMING_GRACE_MS);
  return endTimes.reduce<number | null>((first, end) => (first === null || (end !== null && end < first) ? end : first), null);
};

const DAY_MS = 86_400_000;

interface DateTileView {
  readonly month: string;
  readonly day: string;
}

export const dateTile = (date: string | null): DateTileView | null => {
  const day = lagosClock(date)?.getUTCDate();
  return day === undefined ? null : { month: formatMonth(date), day: String(day) };
};

/** Formats both times as "4:00 PM to 8:00 PM". If only one is known, returns that one. */
export const formatTimeRange = (time: string, endTime: string): string => [time, endTime].filter((part) => part !== '').join(' to ');

/** Returns the number of calendar days in Lagos from `now` until a date; null for an invalid date. */
export const daysUntil = (date: string | null, now: number): number | null => {
  const day = eventDay(date);
  const today = eventDay(new Date(now).toISOString());
  return day === null || today === null ? null : Math.round((Date.parse(day) - Date.parse(today)) / DAY_MS);
};

/** Returns the start of an event as an ISO date-time, for search engines. If the time cannot be parsed, it returns only the date. */
export const getStartTimestamp = (date: string | null, time: string): string | null => {
  const start = eventStart({ date, time });
  return start === null ? eventDay(date) : `${lagosClock(start)?.toISOString().slice(0, 19)}${LAGOS_OFFSET}`;
};

/** Returns the end of an event as an ISO date-time, or as a date if the time cannot be parsed; null if only its start is known. */
export const getEndTimestamp = (event: Event): string | null => {
  const lastDay = eventLastDay(event);
  if (parseTimeOfDay(event.endTime) === null) return lastDay;
  const end = eventEnd(event);
  return end === null ? null : `${lagosClock(end)?.toISOString().slice(0, 19)}${LAGOS_OFFSET}`;
};
