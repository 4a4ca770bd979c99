import type { EventDetails } from './events-data.ts';

/** Assumed duration of an event without an end. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

interface CalendarLinks {
  readonly google: string;
  readonly outlook: string;
}

/** Formats a timestamp as 20261121T150000Z, or as 20261121 for an all-day event. */
const toBasicFormat = (timestamp: number, isAllDay: boolean): string =>
  new Date(timestamp)
    .toISOString()
    .replace(/[-:]|\.\d+/g, '')
    .slice(0, isAllDay ? 8 : undefined);

/**
 * Returns URLs that add an event to a visitor's web calendar; null for an event without a date. Does not use a calendar library, because that would add a date
 * library to the browser's script.
 */
export const getCalendarLinks = (
  event: Pick<EventDetails, 'title' | 'summary' | 'location' | 'start' | 'endsAt' | 'lastDay'>,
  url: string,
): CalendarLinks | null => {
  if (event.start === null) return null;
  const begin = Date.parse(event.start);
  const isAllDay = !event.start.includes('T');
  const end = isAllDay ? Date.parse(event.lastDay ?? event.start) + DAY_MS : Math.max(event.endsAt ?? 0, begin + HOUR_MS);
  const text = [event.summary, url].filter((part) => part !== '').join('\n\n');
  const google = new URLSearchParams({
    action: 'TEMPLATE',
    text: event.title,
    dates: `${toBasicFormat(begin, isAllDay)}/${toBasicFormat(end, isAllDay)}`,
    details: text,
    location: event.location,
  });
  const outlook = new URLSearchParams({
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt: isAllDay ? event.start : new Date(begin).toISOString(),
    enddt: isAllDay ? new Date(end).toISOString().slice(0, 10) : new Date(end).toISOString(),
    ...(isAllDay ? { allday: 'true' } : {}),
    body: text,
    location: event.location,
  });
  return {
    google: `https://calendar.google.com/calendar/render?${google}`,
    outlook: `https://outlook.live.com/calendar/0/deeplink/compose?${outlook}`,
  };
};
