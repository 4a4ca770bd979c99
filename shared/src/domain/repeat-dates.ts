/** Rules for repeating an event: on the same weekday, or monthly by its date ("on the 15th") or its weekday ("on the third Friday"). */
export const REPEAT_RULES = ['weekly', 'every-two-weeks', 'monthly-by-date', 'monthly-by-weekday'] as const;
export type RepeatRule = (typeof REPEAT_RULES)[number];

/** Enough for a weekly event throughout a year. */
export const MAX_REPEATS = 60;

const DAY_MS = 24 * 60 * 60 * 1000;
const toDay = (time: number): string => new Date(time).toISOString().slice(0, 10);

/** Returns the day in the month that is `months` after `first`, as a timestamp. Null for a month without that day (the 31st, or a fifth Friday). */
const getDayOfMonth = (first: Date, months: number, rule: RepeatRule): number | null => {
  const month = new Date(Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + months, 1));
  const day = first.getUTCDate();
  const date = rule === 'monthly-by-date' ? day : 1 + ((first.getUTCDay() - month.getUTCDay() + 7) % 7) + 7 * Math.floor((day - 1) / 7);
  const time = Date.UTC(month.getUTCFullYear(), month.getUTCMonth(), date);
  return new Date(time).getUTCMonth() === month.getUTCMonth() ? time : null;
};

/** Lists the days after `first` up to `last` (both YYYY-MM-DD), at most `MAX_REPEATS`. Months without that day are skipped. */
export const listRepeatDates = (first: string, last: string, rule: RepeatRule): readonly string[] => {
  const start = Date.parse(`${first}T00:00:00Z`);
  const end = Date.parse(`${last}T00:00:00Z`);
  if (Number.isNaN(start) || Number.isNaN(end)) return [];
  const dates: string[] = [];
  const weekInterval = rule === 'weekly' ? 1 : 2;
  for (let step = 1; dates.length < MAX_REPEATS; step += 1) {
    const isMonthly = rule === 'monthly-by-date' || rule === 'monthly-by-weekday';
    const time = isMonthly ? getDayOfMonth(new Date(start), step, rule) : start + step * weekInterval * 7 * DAY_MS;
    // Skip a month without that day: one of the next two months always has the day.
    if (time === null) continue;
    if (time > end) break;
    dates.push(toDay(time));
  }
  return dates;
};

/** Moves a day by the number of days between `from` and `to`. */
export const moveDay = (day: string, from: string, to: string): string =>
  toDay(Date.parse(`${day}T00:00:00Z`) + Date.parse(`${to}T00:00:00Z`) - Date.parse(`${from}T00:00:00Z`));
