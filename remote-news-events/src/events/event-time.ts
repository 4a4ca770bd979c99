import { SITE_TIME_ZONE } from '@site/shared/constants';

const monthName = new Intl.DateTimeFormat('en-US', { month: 'long', timeZone: SITE_TIME_ZONE });
const dayNumber = new Intl.DateTimeFormat('en-US', { day: 'numeric', timeZone: SITE_TIME_ZONE });
/** Writes YYYY-MM-DD. */
const isoDay = new Intl.DateTimeFormat('en-CA', { year: 'numeric', month: '2-digit', day: '2-digit', timeZone: SITE_TIME_ZONE });

const DAY_MS = 86_400_000;

/** Lagos is an hour ahead of UTC, all year. */
const LAGOS_OFFSET = '+01:00';

const moment = (date: string | null): number | null => {
  const time = date === null ? Number.NaN : Date.parse(date);
  return Number.isNaN(time) ? null : time;
};

export interface DateTileView {
  readonly month: string;
  readonly day: string;
}

/** Month and day of a date in Lagos; null when it is no date. */
export const dateTile = (date: string | null): DateTileView | null => {
  const time = moment(date);
  return time === null ? null : { month: monthName.format(time), day: dayNumber.format(time) };
};

/** "4:00 PM to 8:00 PM", or what there is of it. */
export const formatHours = (time: string, endTime: string): string => [time, endTime].filter((part) => part !== '').join(' to ');

/** Days from `now` until a date, as the calendar in Lagos counts them; null when it is no date. */
export const daysUntil = (date: string | null, now: number): number | null => {
  const time = moment(date);
  return time === null ? null : Math.round((Date.parse(isoDay.format(time)) - Date.parse(isoDay.format(now))) / DAY_MS);
};

/** ISO moment at which an event begins, for search engines: date and words such as "4:00 PM" or "16:00"; the day alone when the words are others. */
export const startMoment = (date: string | null, time: string): string | null => {
  const start = moment(date);
  if (start === null) return null;
  const day = isoDay.format(start);
  const parts = /^\s*(\d{1,2})(?::(\d{2}))?\s*(am|pm)?\s*$/i.exec(time);
  if (parts === null) return day;
  const [, hours = '', minutes = '00', half = ''] = parts;
  const hour = half === '' ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'pm' ? 12 : 0);
  return hour > 23 ? day : `${day}T${String(hour).padStart(2, '0')}:${minutes}:00${LAGOS_OFFSET}`;
};
