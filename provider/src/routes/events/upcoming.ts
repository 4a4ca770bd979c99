import { eventEnd } from '@site/shared/domain/event-times';

export interface EventTimes {
  readonly date: string;
  readonly time: string;
  readonly end_time: string;
}

/** When an event is over; null for a draft without a date. */
export const getEventEnd = ({ date, time, end_time: endTime }: EventTimes): number | null => eventEnd({ date, time, endTime });

/** the clock decides, unless staff have. */
export const isEventUpcoming = (event: EventTimes & { readonly upcoming_override: 0 | 1 | null }, now: Date): boolean => {
  if (event.upcoming_override !== null) return event.upcoming_override === 1;
  const end = getEventEnd(event);
  return end !== null && end > now.getTime();
};
