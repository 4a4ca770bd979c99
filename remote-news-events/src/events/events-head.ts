import type { SiteConfig } from '@site/shared/contracts/site';
import type { PageAlternate, PageHead } from '@site/shared/remote/remote-contract';
import { CALENDAR_PATH, EVENT_FAILED, EVENT_MISSING, EVENTS_LEAD, EVENTS_TITLE, UPCOMING_PARAMETER } from './events-content.ts';
import type { EventDetailData, EventsListData } from './events-data.ts';

const DESCRIPTION = `${EVENTS_LEAD}: workshops, school visits and open stages for young people.`;

const CALENDAR: readonly PageAlternate[] = [{ path: CALENDAR_PATH, type: 'text/calendar', title: EVENTS_TITLE }];

export const getEventsListHead = (data: EventsListData | undefined): PageHead => {
  const upcoming = data?.state === 'loaded' ? data.upcoming.page : 1;
  if (upcoming > 1)
    return {
      title: `${EVENTS_TITLE} to come, page ${upcoming}`,
      description: DESCRIPTION,
      canonicalPath: `/events?${UPCOMING_PARAMETER}=${upcoming}`,
      alternates: CALENDAR,
    };
  const page = data?.state === 'loaded' ? data.past.page : 1;
  if (page === 1) return { title: EVENTS_TITLE, description: DESCRIPTION, alternates: CALENDAR };
  return { title: `${EVENTS_TITLE}, page ${page}`, description: DESCRIPTION, canonicalPath: `/events?page=${page}`, alternates: CALENDAR };
};

/** Includes structured data of type Event. */
export const getEventDetailHead =
  (site: SiteConfig) =>
  (data: EventDetailData | undefined): PageHead => {
    if (data?.state !== 'loaded') return { title: data?.state === 'missing' ? EVENT_MISSING : EVENT_FAILED, description: DESCRIPTION };
    const { event } = data;
    const absolute = (path: string): string => new URL(path, site.siteUrl).href;
    const structuredEvent = {
      '@context': 'https://schema.org',
      '@type': 'Event',
      name: event.title,
      description: event.summary,
      url: absolute(event.path),
      ...(event.start === null ? {} : { startDate: event.start }),
      ...(event.location === '' ? {} : { location: { '@type': 'Place', name: event.location, address: event.location } }),
      ...(event.image === '' ? {} : { image: [absolute(event.image)] }),
      eventStatus: 'https://schema.org/EventScheduled',
      organizer: { '@type': 'Organization', name: site.organisationName, url: site.siteUrl },
    };
    return {
      title: event.title,
      description: event.summary || DESCRIPTION,
      ...(event.image === '' ? {} : { image: event.image, imageAlt: event.imageAlt }),
      structuredData: [structuredEvent],
      alternates: CALENDAR,
    };
  };
