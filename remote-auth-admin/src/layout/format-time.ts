import { lagosClock } from '@site/shared/domain/dates';

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const DAY_MS = 24 * 60 * 60 * 1000;

/** Formats a time as "12:04", with the day if it is not today. `timestamp` is in milliseconds. */
export const formatTimestamp = (timestamp: number): string => {
  const now = Date.now();
  return now - timestamp < DAY_MS && day.format(timestamp) === day.format(now)
    ? clock.format(timestamp)
    : `${day.format(timestamp)}, ${clock.format(timestamp)}`;
};

/** Formats an ISO timestamp like `formatTimestamp`. */
export const formatTime = (iso: string): string => formatTimestamp(Date.parse(iso));

/** Formats a time in Lagos as "31 January 2030 at 08:00"; '' for null. */
export const formatLagosTime = (iso: string | null): string => {
  const time = lagosClock(iso);
  return time === null ? '' : `${longDay.format(time)} at ${time.toISOString().slice(11, 16)}`;
};
