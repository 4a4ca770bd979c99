import { TZDate } from '@date-fns/tz';
import type { ApiError } from '@site/shared/contracts/api-error';
import type { Event, EventStatus } from '@site/shared/contracts/event';
import type { SiteConfig } from '@site/shared/contracts/site';
import { SITE_TIME_ZONE } from '@site/shared/domain/dates';
import { eventDay, eventEnd, eventLastDay, eventStart, parseTimeOfDay } from '@site/shared/domain/event-times';
import { type Result, success } from '@site/shared/domain/result';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import type { HostServices } from '@site/shared/remote/host-services';
import ical, { ICalEventBusyStatus, type ICalEventData, ICalEventStatus } from 'ical-generator';
import { ATTENDANCE_LABELS, CALENDAR_PATH, getEventTitle } from './events-content.ts';
import { getEventPath, getPublishedEvent, getPublishedEvents } from './events-data.ts';

const DAY_MS = 86_400_000;
/** How long past events stay in the calendar. Calendar programs delete events that disappear from a subscribed calendar. */
const RECENT_MS = 60 * DAY_MS;
/** Maximum number of past events in the calendar. There are unlikely to be more within `RECENT_MS`. */
const RECENT_LIMIT = 200;
const REFRESH_SECONDS = 3600;

/** Definition of the time zone. One rule is enough, because Lagos has no daylight saving time. */
const LAGOS_VTIMEZONE = [
  'BEGIN:VTIMEZONE',
  `TZID:${SITE_TIME_ZONE}`,
  'BEGIN:STANDARD',
  'DTSTART:19700101T000000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0100',
  'TZNAME:WAT',
  'END:STANDARD',
  'END:VTIMEZONE',
].join('\r\n');

/** Removes control characters; iCalendar allows only tabs and line breaks (RFC 5545, 3.1). */
const removeControlCharacters = (text: string): string =>
  Array.from(text)
    .filter((character) => !/\p{Cc}/u.test(character) || '\t\n\r'.includes(character))
    .join('');

const getTimes = (event: Event): Pick<ICalEventData, 'start' | 'end' | 'allDay' | 'timezone'> | null => {
  const day = eventDay(event.date);
  if (day === null) return null;
  const start = eventStart(event);
  const lastDay = eventLastDay(event);
  if (start === null) {
    const firstMidnight = new Date(`${day}T00:00:00Z`);
    // An all-day event ends on the day after the last day that it covers (RFC 5545, 3.6.1).
    return { start: firstMidnight, ...(lastDay === null ? {} : { end: new Date(Date.parse(`${lastDay}T00:00:00Z`) + DAY_MS) }), allDay: true };
  }
  const end = lastDay === null && parseTimeOfDay(event.endTime) === null ? null : eventEnd(event);
  const toLagosDate = (timestamp: number) => new TZDate(timestamp, SITE_TIME_ZONE);
  return { start: toLagosDate(start), ...(end === null || end <= start ? {} : { end: toLagosDate(end) }), timezone: SITE_TIME_ZONE };
};

const STATUSES: Readonly<Record<EventStatus, Pick<ICalEventData, 'status' | 'busystatus'>>> = {
  scheduled: { status: ICalEventStatus.CONFIRMED },
  cancelled: { status: ICalEventStatus.CANCELLED, busystatus: ICalEventBusyStatus.FREE },
  postponed: { status: ICalEventStatus.TENTATIVE, busystatus: ICalEventBusyStatus.FREE },
};

const getNotes = (event: Event, url: string): string =>
  [event.attendanceMode === null ? '' : ATTENDANCE_LABELS[event.attendanceMode], stripMarkup(event.description), event.agenda, url]
    .filter((note) => note !== '')
    .join('\n\n');

/** Writes all events that have a date. The output is deterministic, so that caches stay valid. */
const writeCalendar = (events: readonly Event[], site: SiteConfig): string => {
  const calendar = ical({
    name: `${site.organisationName}: Events`,
    prodId: { company: removeControlCharacters(site.organisationName), product: 'Events', language: 'EN' },
    source: new URL(CALENDAR_PATH, site.siteUrl).href,
    ttl: REFRESH_SECONDS,
  });
  for (const event of events) {
    const times = getTimes(event);
    if (times === null) continue;
    const url = new URL(getEventPath(event), site.siteUrl).href;
    const changedAt = new Date(event.updatedAt ?? 0);
    calendar.createEvent({
      ...times,
      id: `${event._id}@${new URL(site.siteUrl).hostname}`,
      stamp: changedAt,
      lastModified: changedAt,
      // Some calendar programs do not show the status, so the title includes it.
      summary: removeControlCharacters(getEventTitle(event)),
      ...STATUSES[event.eventStatus],
      // iCalendar has no standard property for how to attend an event, and none that distinguishes postponed events from cancelled ones.
      x: {
        'X-EVENT-STATUS': event.eventStatus.toUpperCase(),
        ...(event.attendanceMode === null ? {} : { 'X-EVENT-ATTENDANCE-MODE': event.attendanceMode.toUpperCase() }),
      },
      description: removeControlCharacters(getNotes(event, url)),
      location: removeControlCharacters(event.location),
      url,
      categories: [event.category, ...event.tags].filter((name) => name !== '').map((name) => ({ name: removeControlCharacters(name) })),
    });
  }
  const text = calendar.toString();
  // The library would write the time zone before some properties of the calendar, but properties must precede the first component (RFC 5545, 3.6).
  return text.includes(`;TZID=${SITE_TIME_ZONE}:`) ? text.replace('\r\nBEGIN:VEVENT', `\r\n${LAGOS_VTIMEZONE}\r\nBEGIN:VEVENT`) : text;
};

export const getCalendar = async (services: HostServices, signal: AbortSignal, now = Date.now()): Promise<Result<string, ApiError>> => {
  const upcoming = await getPublishedEvents(services, { when: 'upcoming' }, signal);
  if (!upcoming.ok) return upcoming;
  const past = await getPublishedEvents(services, { when: 'past', limit: String(RECENT_LIMIT) }, signal);
  if (!past.ok) return past;
  const events = [...upcoming.value, ...past.value.filter((event) => (eventEnd(event) ?? 0) > now - RECENT_MS)];
  return success(writeCalendar(events, services.site));
};

export const getEventCalendar = async (services: HostServices, id: string, signal: AbortSignal): Promise<Result<string, ApiError>> => {
  const event = await getPublishedEvent(services, id, signal);
  return event.ok ? success(writeCalendar([event.value], services.site)) : event;
};
