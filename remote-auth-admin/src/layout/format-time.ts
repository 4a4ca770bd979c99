import { lagosClock } from '@site/shared/domain/dates';

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'short' });
const day = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });
const DAY_MS = 24 * 60 * 60 * 1000;

/** "12:04", or with its day when that is not today. `timestamp` in ms. */
export const formatTimestamp = (timestamp: number): string => {
  const now = Date.now();
  return now - timestamp < DAY_MS && day.format(timestamp) === day.format(now)
    ? clock.format(timestamp)
    : `${day.format(timestamp)}, ${clock.format(timestamp)}`;
};

/** The same for a time as the provider sends it. */
export const formatTime = (iso: string): string => formatTimestamp(Date.parse(iso));

/** "31 January 2030 at 08:00", in Lagos; empty for null. */
export const formatLagosTime = (iso: string | null): string => {
  const time = lagosClock(iso);
  return time === null ? '' : `${longDay.format(time)} at ${time.toISOString().slice(11, 16)}`;
};
