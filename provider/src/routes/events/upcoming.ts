import { parseTimeOfDay } from '@site/shared/contracts/event-form';

/** Lagos has had no summer time since it chose its zone: one hour ahead of UTC all year. */
const LAGOS_OFFSET_MS = 60 * 60 * 1000;
const DAY_MINUTES = 24 * 60;
const MINUTE_MS = 60 * 1000;

export interface EventTimes {
  readonly date: string;
  readonly time: string;
  readonly end_time: string;
}

/** When an event is over: at its end, else at its beginning, else with its day, in Lagos. Null for a draft without a date. */
export const getEventEnd = ({ date, time, end_time: endTime }: EventTimes): number | null => {
  const midnight = Date.parse(`${date}T00:00:00Z`);
  if (date === '' || Number.isNaN(midnight)) return null;
  const minutes = parseTimeOfDay(endTime) ?? parseTimeOfDay(time) ?? DAY_MINUTES;
  return midnight - LAGOS_OFFSET_MS + minutes * MINUTE_MS;
};

/** the clock decides, unless staff have. */
export const isEventUpcoming = (event: EventTimes & { readonly upcoming_override: 0 | 1 | null }, now: Date): boolean => {
  if (event.upcoming_override !== null) return event.upcoming_override === 1;
  const end = getEventEnd(event);
  return end !== null && end > now.getTime();
};
