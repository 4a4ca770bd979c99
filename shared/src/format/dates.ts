import { SITE_TIME_ZONE } from '../constants.ts';

const longDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: SITE_TIME_ZONE });
const shortDate = new Intl.DateTimeFormat('en-US', { weekday: 'short', month: '2-digit', day: '2-digit', year: 'numeric', timeZone: SITE_TIME_ZONE });

const format = (formatter: Intl.DateTimeFormat, iso: string | null): string => {
  const time = iso === null ? Number.NaN : Date.parse(iso);
  return Number.isNaN(time) ? '' : formatter.format(time);
};

/** ISO moment or day → "November 20, 2026" in Lagos; '' when it is no date (POST-03). */
export const formatLongDate = (iso: string | null): string => format(longDate, iso);

/** ISO moment or day → "Sat, 11/21/2026" in Lagos; '' when it is no date (EVT-04). */
export const formatShortDate = (iso: string | null): string => format(shortDate, iso);
