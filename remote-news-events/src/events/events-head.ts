import type { AttendanceMode, EventStatus } from '@site/shared/contracts/event';
import type { SiteConfig } from '@site/shared/contracts/site';
import type { PageAlternate, PageHead } from '@site/shared/remote/remote-contract';
import { getFeedAlternates } from '../feeds/feed-formats.ts';
import { getListPath, getTopicTitle, type Topic } from '../topics/topics.ts';
import {
  CALENDAR_PATH,
  EVENT_FAILED,
  EVENT_MISSING,
  EVENT_TOPIC_MISSING,
  EVENTS_LEAD,
  EVENTS_PATH,
  EVENTS_TITLE,
  getEventTitle,
  UPCOMING_PARAMETER,
} from './events-content.ts';
import type { EventDetailData, EventDetails, EventsListData } from './events-data.ts';

const DESCRIPTION = `${EVENTS_LEAD}: workshops, school visits and open stages for young people.`;

const getEventFeeds = (topic?: Topic): readonly PageAlternate[] =>
  getFeedAlternates(getListPath(EVENTS_PATH, topic), topic === undefined ? EVENTS_TITLE : topic.name);

const PAGE_ALTERNATES: readonly PageAlternate[] = [{ path: CALENDAR_PATH, type: 'text/calendar', title: EVENTS_TITLE }, ...getEventFeeds()];

export const getTopicDescription = ({ kind, name }: Topic): string =>
  kind === 'category' ? `Our events in the category “${name}”.` : `Our events tagged “${name}”.`;

const UPCOMING_LIST = 'Upcoming events';

const getTitle = (list: string, topic: Topic | undefined): string => (topic === undefined ? list : getTopicTitle(list, topic));

export const getEventsListHead = (data: EventsListData | undefined): PageHead => {
  if (data?.state === 'missing') return { title: EVENT_TOPIC_MISSING, description: DESCRIPTION };
  const topic = data?.state === 'loaded' ? data.topic : undefined;
  const title = getTitle(EVENTS_TITLE, topic);
  const head = {
    description: topic === undefined ? DESCRIPTION : getTopicDescription(topic),
    alternates: topic === undefined ? PAGE_ALTERNATES : getEventFeeds(topic),
  };
  const path = getListPath(EVENTS_PATH, topic);
  const upcoming = data?.state === 'loaded' ? data.upcoming.page : 1;
  if (upcoming > 1)
    return { ...head, title: `${getTitle(UPCOMING_LIST, topic)}, page ${upcoming}`, canonicalPath: `${path}?${UPCOMING_PARAMETER}=${upcoming}` };
  const page = data?.state === 'loaded' ? data.past.page : 1;
  return page === 1 ? { ...head, title } : { ...head, title: `${title}, page ${page}`, canonicalPath: `${path}?page=${page}` };
};

const SCHEMA_ORG_STATUSES: Readonly<Record<EventStatus, string>> = {
  scheduled: 'https://schema.org/EventScheduled',
  cancelled: 'https://schema.org/EventCancelled',
  postponed: 'https://schema.org/EventPostponed',
};

const SCHEMA_ORG_MODES: Readonly<Record<AttendanceMode, string>> = {
  'in-person': 'https://schema.org/OfflineEventAttendanceMode',
  online: 'https://schema.org/OnlineEventAttendanceMode',
  hybrid: 'https://schema.org/MixedEventAttendanceMode',
};

/** Returns the venue of an event, or the page's URL for an online event. A hybrid event has both. */
const getStructuredLocation = ({ location, attendance }: EventDetails, url: string) => {
  const places = [
    ...(location === '' || attendance === 'online' ? [] : [{ '@type': 'Place', name: location, address: location }]),
    ...(attendance === 'online' || attendance === 'hybrid' ? [{ '@type': 'VirtualLocation', url }] : []),
  ];
  if (places.length === 0) return {};
  return { location: places.length === 1 ? places[0] : places };
};

export const getEventDetailHead =
  (site: SiteConfig) =>
  (data: EventDetailData | undefined): PageHead => {
    if (data?.state !== 'loaded') return { title: data?.state === 'missing' ? EVENT_MISSING : EVENT_FAILED, description: DESCRIPTION };
    const { event } = data;
    const toAbsoluteUrl = (path: string): string => new URL(path, site.siteUrl).href;
    const title = getEventTitle({ title: event.title, eventStatus: event.change ?? 'scheduled' });
    const structuredEvent = {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: event.title,
      description: event.summary,
      url: toAbsoluteUrl(event.path),
      ...(event.start === null ? {} : { startDate: event.start }),
      ...(event.end === null ? {} : { endDate: event.end }),
      ...getStructuredLocation(event, toAbsoluteUrl(event.path)),
      ...(event.image === '' ? {} : { image: [toAbsoluteUrl(event.image)] }),
      eventStatus: SCHEMA_ORG_STATUSES[event.change ?? 'scheduled'],
      ...(event.attendance === undefined ? {} : { eventAttendanceMode: SCHEMA_ORG_MODES[event.attendance] }),
      organizer: { '@type': 'Organization', name: site.organisationName, url: site.siteUrl },
    };
    return {
      title,
      description: event.summary || DESCRIPTION,
      ...(event.shareImage === '' ? {} : { image: event.shareImage, imageAlt: event.imageAlt }),
      structuredData: [structuredEvent],
      alternates: PAGE_ALTERNATES,
    };
  };
