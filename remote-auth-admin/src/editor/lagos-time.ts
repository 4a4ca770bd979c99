import { lagosClock } from '@site/shared/domain/dates';

/** A moment as date and time fields hold it, in Lagos; '' for none. */
export const toLagosFields = (iso: string | null): { readonly date: string; readonly time: string } => {
  const [date = '', time = ''] = lagosClock(iso)?.toISOString().split('T') ?? [];
  return { date, time: time.slice(0, 5) };
};

/** The moment of a date and a time in Lagos, which is one hour ahead of UTC all year; null while one of them is missing. */
export const fromLagosFields = (date: string, time: string): string | null => {
  const moment = Date.parse(`${date}T${time}:00+01:00`);
  return Number.isNaN(moment) ? null : new Date(moment).toISOString();
};
