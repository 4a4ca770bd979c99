import { lagosClock } from './lagos-clock.ts';

const MONTHS = ['January', 'February', 'March', 'April', 'May', 'June', 'July', 'August', 'September', 'October', 'November', 'December'];
const WEEKDAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];

const nameOf = (names: readonly string[], index: number): string => names[index] ?? '';
const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** ISO moment or day → "November" in Lagos; '' when it is no date. */
export const formatMonth = (iso: string | null): string => {
  const date = lagosClock(iso);
  return date === null ? '' : nameOf(MONTHS, date.getUTCMonth());
};

/** ISO moment or day → "November 20, 2026" in Lagos; '' when it is no date (POST-03). */
export const formatLongDate = (iso: string | null): string => {
  const date = lagosClock(iso);
  return date === null ? '' : `${nameOf(MONTHS, date.getUTCMonth())} ${date.getUTCDate()}, ${date.getUTCFullYear()}`;
};

/** ISO moment or day → "Sat, 11/21/2026" in Lagos; '' when it is no date (EVT-04). */
export const formatShortDate = (iso: string | null): string => {
  const date = lagosClock(iso);
  return date === null
    ? ''
    : `${nameOf(WEEKDAYS, date.getUTCDay())}, ${twoDigits(date.getUTCMonth() + 1)}/${twoDigits(date.getUTCDate())}/${date.getUTCFullYear()}`;
};
