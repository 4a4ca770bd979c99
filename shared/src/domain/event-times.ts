import { LAGOS_OFFSET, lagosClock } from './dates.ts';

/** Returns the minutes after midnight for "16:00" or "4:00 PM"; null if the text is not a time of day. */
export const parseTimeOfDay = (text: string): number | null => {
  const match = /^(\d{1,2})(?:[:.](\d{2}))?\s*([ap]\.?m\.?)?$/i.exec(text.trim());
  if (match === null) return null;
  const amOrPm = match[3]?.toLowerCase().charAt(0);
  const hours = Number(match[1]);
  const minutes = Number(match[2] ?? 0);
  if (minutes > 59 || (amOrPm === undefined ? hours > 23 || match[2] === undefined : hours < 1 || hours > 12)) return null;
  return ((amOrPm === undefined ? hours : (hours % 12) + (amOrPm === 'p' ? 12 : 0)) * 60 + minutes) % (24 * 60);
};

export interface EventTimes {
  readonly date: string | null;
  readonly time: string;
  readonly endTime: string;
  readonly endDate?: string | null;
}

const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60 * 1000;

/** Converts a day or a timestamp to the day in Lagos, YYYY-MM-DD; null if it is neither. */
export const eventDay = (date: string | null): string | null => lagosClock(date)?.toISOString().slice(0, 10) ?? null;

const toTimestamp = (day: string, minutes: number): number => Date.parse(`${day}T00:00:00${LAGOS_OFFSET}`) + minutes * MINUTE_MS;

/** Returns the start of an event in milliseconds; null if the day or the time of day is missing. */
export const eventStart = ({ date, time }: Pick<EventTimes, 'date' | 'time'>): number | null => {
  const day = eventDay(date);
  const minutes = parseTimeOfDay(time);
  return day === null || minutes === null ? null : toTimestamp(day, minutes);
};

/** Returns the last day of a multi-day event; null for a one-day event. */
export const eventLastDay = ({ date, endDate = null }: Pick<EventTimes, 'date' | 'endDate'>): string | null => {
  const day = eventDay(date);
  const lastDay = eventDay(endDate);
  return day === null || lastDay === null || lastDay <= day ? null : lastDay;
};

/** Returns when an event is over: its end time, otherwise its start time, otherwise the end of its day in Lagos. Null for a draft without a date. */
export const eventEnd = (event: EventTimes): number | null => {
  const lastDay = eventLastDay(event);
  if (lastDay !== null) return toTimestamp(lastDay, parseTimeOfDay(event.endTime) ?? DAY_MINUTES);
  const day = eventDay(event.date);
  return day === null ? null : toTimestamp(day, parseTimeOfDay(event.endTime) ?? parseTimeOfDay(event.time) ?? DAY_MINUTES);
};
