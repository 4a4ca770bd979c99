import {
  APPLICATION_KINDS,
  type Application,
  type ApplicationKind,
  getApplication,
  getApplicationOptions,
  listApplicationsPage,
} from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { createListSource, type ListSource } from '../listing/list-source.ts';

const narrowToKind = (kind: ApplicationKind | undefined) => ({ ...(kind !== undefined && { kind }) });

/** Creates the list source for applications: summaries for the screen, or complete rows for an export. */
export const applicationSource = ({ http }: HostServices, content: 'summary' | 'complete' = 'summary'): ListSource<Application> =>
  createListSource(
    {
      sorts: {
        name: 'name',
        state: 'stage',
        assignee: 'assignee',
        received: 'createdAt',
        email: 'email',
        location: 'location',
        qualification: 'qualification',
      },
      filters: {
        new: { read: 'false' },
        'in-contact': { stage: 'in-contact' },
        accepted: { stage: 'accepted' },
        declined: { stage: 'declined' },
        handled: { stage: 'handled' },
        mine: { assignee: 'me' },
      },
      order: { sort: 'received', isDescending: true },
      narrow: ({ kind }) => narrowToKind(APPLICATION_KINDS.find((candidate) => candidate === kind)),
    },
    (query, signal) => http.call(listApplicationsPage, { query: { ...(content === 'summary' && { view: content }), ...query }, ...(signal && { signal }) }),
  );

/** Loads one application, the application options and the number of unread applications. */
export const loadApplication = async ({ http }: HostServices, { params, request: { signal } }: LoaderFunctionArgs) => {
  const [application, options, list] = await Promise.all([
    http.call(getApplication, { params: { id: params.id ?? '' }, signal }),
    // Providers that implement only the specification have no options.
    http.call(getApplicationOptions, { signal, silent: true }),
    http.call(listApplicationsPage, { query: { limit: '1', counts: 'true', view: 'summary' }, signal, silent: true }),
  ]);
  return { application, options: options.ok ? options.value : undefined, unread: list.ok ? list.value.page?.counts?.unread : undefined };
};
