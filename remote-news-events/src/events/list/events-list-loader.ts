import type { Event } from '@site/shared/contracts/event';
import type { HostServices } from '@site/shared/host-services';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { type ListPage, listPage, readPageNumber } from '../../listing/list-page.ts';
import { type EventCardView, eventCardView } from '../event-card-view.ts';
import { getPublishedEvents } from '../events-api.ts';
import { nextPassing } from '../next-passing.ts';

export type EventsListData =
  | {
      readonly state: 'loaded';
      readonly upcoming: readonly EventCardView[];
      readonly past: ListPage<EventCardView>;
      /** When one of those to come passes, in milliseconds. */
      readonly nextPassing: number | null;
    }
  | { readonly state: 'failed' };

const time = (event: Event): number => Date.parse(event.date ?? '') || 0;

export const eventsListLoader =
  (services: HostServices) =>
  async ({ request }: LoaderFunctionArgs) => {
    const events = await getPublishedEvents(services, request.signal);
    if (!events.ok) return data<EventsListData>({ state: 'failed' }, { status: 503 });
    // The nearest first on both sides of today; the server decides which side an event is on.
    const upcoming = events.value.filter(({ isUpcoming }) => isUpcoming).sort((a, b) => time(a) - time(b));
    const past = events.value.filter(({ isUpcoming }) => !isUpcoming).sort((a, b) => time(b) - time(a));
    const { items, page, pageCount } = listPage(past, readPageNumber(request.url));
    return data<EventsListData>({
      state: 'loaded',
      upcoming: upcoming.map(eventCardView),
      past: { items: items.map(eventCardView), page, pageCount },
      nextPassing: nextPassing(upcoming, Date.now()),
    });
  };
