import type { Event } from '@site/shared/contracts/event';

/** Texts of the events pages. The requirements prescribe titles and messages (EVT-01 to EVD-06). */
export const EVENTS_PATH = '/events';
export const EVENTS_TITLE = 'Events';
export const EVENT_TOPIC_MISSING = 'No events here';
export const EVENT_TOPIC_MISSING_HELP = 'This category or tag does not exist, or no longer has any events.';
export const EVENTS_LEAD = 'Join Us in Making a Difference';
export const UPCOMING_TITLE = 'Upcoming Events';
export const UPCOMING_EMPTY = { title: 'No Upcoming Events', message: 'There are no upcoming events scheduled at the moment.' };
export const PAST_TITLE = 'Past Events';
export const PAST_EMPTY = { title: 'No Past Events', message: 'There are no past events to display.' };
export const EVENTS_FAILED = 'Failed to load events';
export const EVENT_FAILED = 'Failed to load event details';
export const EVENT_MISSING = 'Event not found';
export const EVENT_MISSING_HELP = 'The event may have been moved or cancelled. See all events.';
export const ALL_EVENTS = 'All events';
export const REGISTER_NOW = 'Register Now';
export const PAST_NOTE = 'This event is over.';
export const ADD_TO_CALENDAR = 'Add to calendar';
export const ALSO_ADD_TO = 'Or add it to';
export const LAGOS_TIME = 'Lagos time (UTC+1)';
export const CHANGE_LABELS = { cancelled: 'Cancelled', postponed: 'Postponed' } as const;
/** Adds a change of status to the title, because search results, shared links and calendars show only a title. */
export const getEventTitle = ({ title, eventStatus }: Pick<Event, 'title' | 'eventStatus'>): string =>
  eventStatus === 'scheduled' ? title : `${CHANGE_LABELS[eventStatus]}: ${title}`;
export const CHANGE_NOTES = {
  cancelled: 'This event has been cancelled.',
  postponed: 'This event has been postponed. We will post the new date here.',
} as const;
export const ATTENDANCE_LABELS = { 'in-person': 'In person', online: 'Online', hybrid: 'In person and online' } as const;
export const AGENDA = 'Agenda';
export const WHO_TITLE = 'Who';
export const AUDIENCE = 'Who it is for';
export const SPEAKERS = 'Speakers';
export const SUBSCRIBE_CALENDAR = 'Subscribe to the calendar';
export const CALENDAR_PATH = '/events/calendar.ics';
/** Page parameter of the list of upcoming events. Past events use `page`. */
export const UPCOMING_PARAMETER = 'upcoming';
