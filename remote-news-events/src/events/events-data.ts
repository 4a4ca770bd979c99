import type { ApiError } from '@site/shared/contracts/api-error';
import type { QueryOf } from '@site/shared/contracts/endpoint';
import { type AttendanceMode, type Event, type EventStatus, getEvent, listEventsPage } from '@site/shared/contracts/event';
import type { SiteConfig } from '@site/shared/contracts/site';
import { eventLastDay } from '@site/shared/domain/event-times';
import { excerpt } from '@site/shared/domain/excerpt';
import { failure, type Result, success } from '@site/shared/domain/result';
import { plainText, type RichTextNode } from '@site/shared/domain/rich-text';
import { toSlug } from '@site/shared/domain/slug';
import { isMarkup, stripMarkup } from '@site/shared/domain/strip-markup';
import { summarise } from '@site/shared/domain/summarise';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { getListPage, type Page, readPageNumber } from '../listing/list-page.ts';
import { getListedAddresses, toImages } from '../listing/page-addresses.ts';
import { getTopicAddresses } from '../topics/topic-addresses.ts';
import { findTopic, findTopicName, type Topic, type TopicKind, type TopicReference } from '../topics/topics.ts';
import { type AgendaItem, parseAgenda, splitLines } from './event-agenda.ts';
import { formatTimeRange, getEndTimestamp, getNextEventEnd, getStartTimestamp } from './event-time.ts';
import { EVENTS_PATH, UPCOMING_PARAMETER } from './events-content.ts';

type Http = Pick<HostServices, 'http'>;

const isPublished = (event: Event): boolean => event.status === 'published';

type EventPeriod = 'upcoming' | 'past';

const time = (event: Event): number => Date.parse(event.date ?? '') || 0;

/** Sorts events by date, the nearest first. The server decides whether an event is upcoming. */
const filterAndSort = (events: readonly Event[], period: EventPeriod): Event[] => {
  const isUpcoming = period === 'upcoming';
  return events.filter((event) => event.isUpcoming === isUpcoming).sort((a, b) => (isUpcoming ? time(a) - time(b) : time(b) - time(a)));
};

interface CallOptions {
  readonly signal: AbortSignal;
  readonly silent?: boolean;
}

type EventsQuery = Omit<QueryOf<typeof listEventsPage>, 'status'>;

const getEvents = async ({ http }: Http, query: EventsQuery, options: CallOptions) => {
  const response = await http.call(listEventsPage, { ...options, query: { ...query, status: 'published' } });
  return response.ok ? success({ ...response.value, items: response.value.items.filter(isPublished) }) : response;
};

/**
 * Returns published events that match the query, or all events from servers that ignore it. Drafts are filtered out here too, because the provider returns them
 * to signed-in staff.
 */
export const getPublishedEvents = async (services: Http, query: EventsQuery, signal: AbortSignal): Promise<Result<readonly Event[], ApiError>> => {
  const response = await getEvents(services, query, { signal });
  if (!response.ok) return response;
  const { items } = response.value;
  return success(query.when === undefined ? items : filterAndSort(items, query.when));
};

const toTopicQuery = (topic: TopicReference | undefined): Pick<EventsQuery, TopicKind> => (topic === undefined ? {} : { [topic.kind]: topic.slug });

/** Filters by topic as well, because servers without topic support return all events. */
const filterByTopic = (events: readonly Event[], topic: TopicReference | undefined): readonly Event[] =>
  topic === undefined ? events : events.filter((event) => findTopicName(event, topic) !== undefined);

export const getUpcomingEvents = async (
  services: Http,
  topic: TopicReference | undefined,
  limit: number,
  signal: AbortSignal,
): Promise<Result<readonly Event[], ApiError>> => {
  const listed = await getPublishedEvents(services, { when: 'upcoming', limit: String(limit), ...toTopicQuery(topic) }, signal);
  return listed.ok ? success(filterByTopic(listed.value, topic)) : listed;
};

const getEventsPage = (
  services: Http,
  period: EventPeriod,
  topic: TopicReference | undefined,
  requestedPage: number,
  options: CallOptions,
): Promise<Result<Page<Event>, ApiError>> =>
  getListPage(requestedPage, async (page) => {
    const response = await getEvents(services, { ...page, view: 'summary', when: period, ...toTopicQuery(topic) }, options);
    return response.ok ? success({ ...response.value, items: filterAndSort(filterByTopic(response.value.items, topic), period) }) : response;
  });

/** Returns a published event. Drafts are treated as missing. */
export const getPublishedEvent = async ({ http }: Http, id: string, signal: AbortSignal): Promise<Result<Event, ApiError>> => {
  const response = await http.call(getEvent, { signal, params: { id } });
  if (!response.ok || isPublished(response.value)) return response;
  return failure({ kind: 'not-found', message: '' });
};

const EXCERPT_CHARACTERS = 150;

export interface EventSummary {
  readonly path: string;
  readonly title: string;
  readonly description: string;
  readonly image: string;
  readonly imageAlt: string;
  readonly imageColor?: string | undefined;
  readonly category: string;
  readonly tags: readonly string[];
  readonly date: string | null;
  /** Last day of a multi-day event. */
  readonly lastDay?: string;
  readonly hours: string;
  readonly location: string;
  readonly change?: EventChange;
  readonly attendance?: AttendanceMode;
  /** '' for past events, whose registration is closed (EVT-06), and for cancelled events. */
  readonly registrationLink: string;
}

export type EventChange = Exclude<EventStatus, 'scheduled'>;

export const getEventPath = ({ _id }: Pick<Event, '_id'>): string => `/events/${encodeURIComponent(_id)}`;

/** Returns the image, which may be in either field (EVT-10). */
const getEventImage = (event: Event): string => (event.isUpcoming ? event.featuredImage || event.image : event.image || event.featuredImage);

type WithoutNulls<Values> = { readonly [Name in keyof Values]?: NonNullable<Values[Name]> };

const withoutNulls = <Values extends Record<string, unknown>>(values: Values) =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null)) as WithoutNulls<Values>;

export const toEventSummary = (event: Event): EventSummary => ({
  // Leave out null fields, because a list's data is part of its HTML.
  ...withoutNulls({
    lastDay: eventLastDay(event),
    change: event.eventStatus === 'scheduled' ? null : event.eventStatus,
    attendance: event.attendanceMode,
  }),
  path: getEventPath(event),
  title: event.title,
  description: excerpt(stripMarkup(event.description), EXCERPT_CHARACTERS),
  image: getEventImage(event),
  imageAlt: event.featuredImageAlt,
  imageColor: event.featuredImageColor,
  category: event.category,
  tags: event.tags,
  date: event.date,
  hours: formatTimeRange(event.time, event.endTime),
  location: event.location,
  registrationLink: event.isUpcoming && event.eventStatus !== 'cancelled' ? event.registrationLink : '',
});

/** Leaves out in-person attendance, because lists do not mention it. */
const toListItem = (event: Event): EventSummary => {
  const { attendance, ...summary } = toEventSummary(event);
  return attendance === undefined || attendance === 'in-person' ? summary : { ...summary, attendance };
};

const joinLinesWithBreaks = (paragraph: string): RichTextNode[] =>
  paragraph.split('\n').flatMap((line, index): RichTextNode[] => (index === 0 ? [line.trim()] : [{ tag: 'br', children: [] }, line.trim()]));

/** Converts plain text to rich text. Empty lines separate paragraphs, and other line breaks are preserved. */
export const parsePlainText = (text: string): readonly RichTextNode[] =>
  text
    .replace(/\r\n?/g, '\n')
    .split(/\n\s*\n/)
    .filter((paragraph) => paragraph.trim() !== '')
    .map((paragraph) => ({ tag: 'p', children: joinLinesWithBreaks(paragraph.trim()) }));

export type EventsListData =
  | {
      readonly state: 'loaded';
      readonly upcoming: Page<EventSummary>;
      readonly past: Page<EventSummary>;
      /** Time when the next upcoming event ends, in milliseconds. */
      readonly nextEventEnd: number | null;
      readonly topic?: Topic;
    }
  | { readonly state: 'missing' }
  | { readonly state: 'failed' };

export const loadEventsList = async (services: HostServices, { request: { signal, url }, params }: LoaderFunctionArgs, kind?: TopicKind) => {
  const reference = kind === undefined ? undefined : { kind, slug: params.slug ?? '' };
  const missing = () => data<EventsListData>({ state: 'missing' }, { status: 404 });
  // The provider would reject this slug.
  if (reference !== undefined && toSlug(reference.slug) !== reference.slug) return missing();
  const [upcoming, past] = await Promise.all([
    getEventsPage(services, 'upcoming', reference, readPageNumber(url, UPCOMING_PARAMETER), { signal }),
    // One toast is enough when both requests fail.
    getEventsPage(services, 'past', reference, readPageNumber(url), { signal, silent: true }),
  ]);
  if (!upcoming.ok || !past.ok) return data<EventsListData>({ state: 'failed' }, { status: 503 });
  const topic = reference === undefined ? undefined : findTopic([...upcoming.value.items, ...past.value.items], reference);
  if (reference !== undefined && topic === undefined) return missing();
  return data<EventsListData>({
    state: 'loaded',
    ...(topic !== undefined && { topic }),
    upcoming: { ...upcoming.value, items: upcoming.value.items.map(toListItem) },
    past: { ...past.value, items: past.value.items.map(toListItem) },
    nextEventEnd: getNextEventEnd(upcoming.value.items, Date.now()),
  });
};

/** Length that search engines and messengers display. */
const SUMMARY_CHARACTERS = 200;

/** The fields that an event page shows. Other fields are left out, because loader data is part of the HTML. */
export interface EventDetails extends Omit<EventSummary, 'description'> {
  readonly summary: string;
  readonly description: readonly RichTextNode[];
  readonly isUpcoming: boolean;
  /** Image for link previews; '' if there is none. */
  readonly shareImage: string;
  readonly start: string | null;
  /** ISO date or date-time of the end; null if only the start is known. */
  readonly end: string | null;
  readonly agenda: readonly AgendaItem[];
  readonly audience: string;
  readonly speakers: readonly string[];
  /** Time when the event ends, in milliseconds; null for past events. */
  readonly endsAt: number | null;
}

export type EventDetailData = { readonly state: 'loaded'; readonly event: EventDetails } | { readonly state: 'failed' } | { readonly state: 'missing' };

/** Parses a description, which is HTML from the editor or plain text from other servers. */
export const parseDescription = async (description: string, site: SiteConfig): Promise<readonly RichTextNode[]> => {
  if (!isMarkup(description)) return parsePlainText(description);
  const { parseSiteText } = await import(/* webpackChunkName: "rich-text-parser" */ '@site/shared/domain/parse-site-text');
  return parseSiteText(description, site);
};

export const toEventDetails = (event: Event, description: readonly RichTextNode[]): EventDetails => ({
  ...toEventSummary(event),
  summary: summarise(plainText(description), SUMMARY_CHARACTERS),
  description,
  isUpcoming: event.isUpcoming,
  shareImage: event.shareImage ?? getEventImage(event),
  start: getStartTimestamp(event.date, event.time),
  end: getEndTimestamp(event),
  agenda: parseAgenda(event.agenda),
  audience: event.audience,
  speakers: [...new Set(splitLines(event.speakers))],
  endsAt: getNextEventEnd([event], Date.now()),
});

export const loadEventDetail = async (services: HostServices, { request, params }: LoaderFunctionArgs) => {
  const response = await getPublishedEvent(services, params.id ?? '', request.signal);
  if (!response.ok && response.error.kind === 'not-found') return data<EventDetailData>({ state: 'missing' }, { status: 404 });
  if (!response.ok) return data<EventDetailData>({ state: 'failed' }, { status: 503 });
  const description = await parseDescription(response.value.description, services.site);
  return data<EventDetailData>({ state: 'loaded', event: toEventDetails(response.value, description) });
};

export const getEventAddresses = async (services: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const listed = await getListedAddresses(services, 'events', signal);
  if (listed.ok) return success(listed.value.map((event) => ({ path: getEventPath(event), lastModified: event.updatedAt, ...toImages(event.image) })));
  if (listed.error.kind !== 'not-found') return listed;
  const events = await getPublishedEvents(services, { view: 'summary' }, signal);
  if (!events.ok) return events;
  return success(events.value.map((event) => ({ path: getEventPath(event), lastModified: event.updatedAt, ...toImages(getEventImage(event)) })));
};

export const getEventTopicAddresses = (services: HostServices, kind: TopicKind, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> =>
  getTopicAddresses(services, { list: EVENTS_PATH, kind, type: kind === 'category' ? 'event-categories' : 'event-tags' }, signal, () =>
    getPublishedEvents(services, { view: 'summary' }, signal),
  );
