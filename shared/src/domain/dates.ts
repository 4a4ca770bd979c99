export const SITE_TIME_ZONE = 'Africa/Lagos';

/** Lagos is one hour ahead of UTC all year, without daylight saving time. */
const LAGOS_OFFSET_MS = 3_600_000;
export const LAGOS_OFFSET = '+01:00';

export const toLagosDay = (date: Date): string => new Date(date.getTime() + LAGOS_OFFSET_MS).toISOString().slice(0, 10);

/** Whether a text is a calendar day, YYYY-MM-DD. */
export const isDay = (text: string): boolean => {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const time = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text);
};

/**
 * Converts a timestamp (ISO or milliseconds) or day to a date whose UTC fields are the local date and time in Lagos; null if it is not a date. Avoids
 * `Intl`: creating its first formatter blocks a slow phone for longer than a page is allowed to (docs/performance.md).
 */
export const lagosClock = (date: string | number | null): Date | null => {
  const timestamp = new Date(date ?? Number.NaN).getTime();
  return Number.isNaN(timestamp) ? null : new Date(timestamp + LAGOS_OFFSET_MS);
};

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const getName = (names: readonly string[], index: number): string => names[index] ?? '';
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Converts an ISO timestamp or day to "November" in Lagos; '' if it is not a date. */
export const formatMonth = (iso: string | null): string => {
  const date = lagosClock(iso);
  return date === null ? '' : getName(MONTHS, date.getUTCMonth());
};

/** Converts an ISO timestamp or day to "November 20, 2026" in Lagos; '' if it is not a date (POST-03). */
export const formatLongDate = (iso: string | null): string => {
  const date = lagosClock(iso);
  return date === null ? '' : `${getName(MONTHS, date.getUTCMonth())} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
};

/** Converts an ISO timestamp or day to "Sat, 11/21/2026" in Lagos; '' if it is not a date (EVT-04). */
export const formatShortDate = (iso: string | null): string => {
  const date = lagosClock(iso);
  return date === null
    ? ''
    : `${getName(WEEKDAYS, date.getUTCDay())}, ${twoDigits(date.getUTCMonth() + 1)}/${twoDigits(date.getUTCDate())}/${date.getUTCFullYear()}`;
};
