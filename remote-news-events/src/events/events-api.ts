import type { ApiError } from '@site/shared/contracts/api-error';
import type { QueryOf } from '@site/shared/contracts/endpoint';
import { type Event, getEvent, pageEvents } from '@site/shared/contracts/event';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { getListPage, type ListPage } from '../listing/list-page.ts';

type Http = Pick<HostServices, 'http'>;

const isPublished = (event: Event): boolean => event.status === 'published';

export type EventSide = 'upcoming' | 'past';

const time = (event: Event): number => Date.parse(event.date ?? '') || 0;

/** The nearest first on both sides of today; the server decides which side an event is on. */
const onSide = (events: readonly Event[], side: EventSide): Event[] => {
  const isUpcoming = side === 'upcoming';
  return events.filter((event) => event.isUpcoming === isUpcoming).sort((a, b) => (isUpcoming ? time(a) - time(b) : time(b) - time(a)));
};

interface CallOptions {
  readonly signal: AbortSignal;
  readonly silent?: boolean;
}

type EventsQuery = Omit<QueryOf<typeof pageEvents>, 'status'>;

const getEvents = async ({ http }: Http, query: EventsQuery, options: CallOptions) => {
  const answer = await http.call(pageEvents, { ...options, query: { ...query, status: 'published' } });
  return answer.ok ? success({ ...answer.value, items: answer.value.items.filter(isPublished) }) : answer;
};

/**
 * Published events in the provider's order; of a server that knows the query those that it asks for, else all. Drafts are left out here too:
 * staff with a token may get them from the provider.
 */
export const getPublishedEvents = async (services: Http, query: EventsQuery, signal: AbortSignal): Promise<Result<readonly Event[], ApiError>> => {
  const answer = await getEvents(services, query, { signal });
  if (!answer.ok) return answer;
  const { items } = answer.value;
  return success(query.when === undefined ? items : onSide(items, query.when));
};

/** One page of the published events on one side of today, as much of them as cards show. */
export const getEventsPage = (services: Http, side: EventSide, wanted: number, options: CallOptions): Promise<Result<ListPage<Event>, ApiError>> =>
  getListPage(wanted, async (window) => {
    const answer = await getEvents(services, { ...window, view: 'summary', when: side }, options);
    return answer.ok ? success({ ...answer.value, items: onSide(answer.value.items, side) }) : answer;
  });

/** One published event; a draft is as missing as no event at all. */
export const getPublishedEvent = async ({ http }: Http, id: string, signal: AbortSignal): Promise<Result<Event, ApiError>> => {
  const answer = await http.call(getEvent, { signal, params: { id } });
  if (!answer.ok || isPublished(answer.value)) return answer;
  return failure({ kind: 'not-found', message: '' });
};
