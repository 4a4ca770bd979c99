import { type Event, listEventsPage } from '@site/shared/contracts/event';
import type { HostServices } from '@site/shared/remote/host-services';
import { createListSource, type ListSource, narrowToDocuments } from '../listing/list-source.ts';

/** Creates the list source for all events, including drafts, without their texts. */
export const eventSource = ({ http }: HostServices): ListSource<Event> =>
  createListSource(
    {
      sorts: { title: 'title', status: 'status', date: 'date', location: 'location' },
      filters: {
        upcoming: { when: 'upcoming' },
        past: { when: 'past', status: 'published' },
        draft: { status: 'draft' },
        scheduled: { status: 'scheduled' },
        archived: { status: 'archived' },
      },
      order: { sort: 'date', isDescending: true },
      narrow: narrowToDocuments,
    },
    (query, signal) => http.call(listEventsPage, { query: { status: 'all', view: 'summary', scope: 'all', ...query }, ...(signal && { signal }) }),
  );
