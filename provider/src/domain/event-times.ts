import { eventEnd } from '@site/shared/domain/event-times';

export interface StoredEventTimes {
  readonly date: string;
  readonly time: string;
  readonly end_time: string;
  readonly end_date: string;
}

export interface StoredUpcomingFields extends StoredEventTimes {
  readonly upcoming_override: 0 | 1 | null;
}

const ALWAYS_UPCOMING = '9999-12-31T23:59:59.999Z';
const NEVER_UPCOMING = '';

/**
 * Returns the timestamp until which an event is upcoming. It depends on the override by staff, or else on the event's end. Callers only compare it with
 * the current time.
 */
export const getUpcomingUntil = ({ upcoming_override: override, date, time, end_time: endTime, end_date: endDate }: StoredUpcomingFields): string => {
  if (override !== null) return override === 1 ? ALWAYS_UPCOMING : NEVER_UPCOMING;
  const end = eventEnd({ date, time, endTime, endDate });
  return end === null ? NEVER_UPCOMING : new Date(end).toISOString();
};

export const isEventUpcoming = (event: StoredUpcomingFields, now: Date): boolean => getUpcomingUntil(event) > now.toISOString();
