import { type Application, getApplication, listApplicationsPage } from '@site/shared/contracts/application';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';
import { createListSource, type ListSource } from '../listing/list-source.ts';

/** Applications without their long texts, or complete for an export. */
export const applicationSource = ({ http }: HostServices, content: 'summary' | 'complete' = 'summary'): ListSource<Application> =>
  createListSource(
    {
      sorts: { name: 'name', state: 'readAt', received: 'createdAt', email: 'email', location: 'location', qualification: 'qualification' },
      filters: { new: { read: 'false' }, handled: { read: 'true' } },
      order: { sort: 'received', isDescending: true },
    },
    (query, signal) => http.call(listApplicationsPage, { query: { ...(content === 'summary' && { view: content }), ...query }, ...(signal && { signal }) }),
  );

/** One application, and the number of unread ones. */
export const loadApplication = async ({ http }: HostServices, { params, request: { signal } }: LoaderFunctionArgs) => {
  const [application, list] = await Promise.all([
    http.call(getApplication, { params: { id: params.id ?? '' }, signal }),
    http.call(listApplicationsPage, { query: { limit: '1', counts: 'true', view: 'summary' }, signal, silent: true }),
  ]);
  return { application, unread: list.ok ? list.value.page?.counts?.unread : undefined };
};
