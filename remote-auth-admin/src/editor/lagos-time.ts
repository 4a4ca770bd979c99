import { SITE_TIME_ZONE } from '@site/shared/constants';

const parts = new Intl.DateTimeFormat('en-CA', { timeZone: SITE_TIME_ZONE, dateStyle: 'short' });
const clock = new Intl.DateTimeFormat('en-GB', { timeZone: SITE_TIME_ZONE, timeStyle: 'short' });

/** A moment as date and time fields hold it, in Lagos; '' for none. */
export const toLagosFields = (iso: string | null): { readonly date: string; readonly time: string } =>
  iso === null || Number.isNaN(Date.parse(iso)) ? { date: '', time: '' } : { date: parts.format(Date.parse(iso)), time: clock.format(Date.parse(iso)) };

/** The moment of a date and a time in Lagos, which is one hour ahead of UTC all year; null while one of them is missing. */
export const fromLagosFields = (date: string, time: string): string | null => {
  const moment = Date.parse(`${date}T${time}:00+01:00`);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
};
