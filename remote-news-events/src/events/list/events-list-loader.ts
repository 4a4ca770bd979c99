import type { HostServices } from '@site/shared/remote/host-services';
import { data, type LoaderFunctionArgs } from '@site/shared/router';
import { type ListPage, readPageNumber } from '../../listing/list-page.ts';
import { type EventCardView, eventCardView } from '../event-card-view.ts';
import { getEventsPage } from '../events-api.ts';
import { UPCOMING_PARAMETER } from '../events-content.ts';
import { nextPassing } from '../next-passing.ts';

export type EventsListData =
  | {
      readonly state: 'loaded';
      readonly upcoming: ListPage<EventCardView>;
      readonly past: ListPage<EventCardView>;
      /** When one of those to come passes, in milliseconds. */
      readonly nextPassing: number | null;
    }
  | { readonly state: 'failed' };

export const eventsListLoader =
  (services: HostServices) =>
  async ({ request: { signal, url } }: LoaderFunctionArgs) => {
    const [upcoming, past] = await Promise.all([
      getEventsPage(services, 'upcoming', readPageNumber(url, UPCOMING_PARAMETER), { signal }),
      // One failure of the page is worth one toast.
      getEventsPage(services, 'past', readPageNumber(url), { signal, silent: true }),
    ]);
    if (!upcoming.ok || !past.ok) return data<EventsListData>({ state: 'failed' }, { status: 503 });
    return data<EventsListData>({
      state: 'loaded',
      upcoming: { ...upcoming.value, items: upcoming.value.items.map(eventCardView) },
      past: { ...past.value, items: past.value.items.map(eventCardView) },
      nextPassing: nextPassing(upcoming.value.items, Date.now()),
    });
  };
