import { listRedirectsPage, type Redirect } from '@site/shared/contracts/redirect';
import type { HostServices } from '@site/shared/remote/host-services';
import { createListSource, type ListSource } from '../listing/list-source.ts';

export const redirectSource = ({ http }: HostServices): ListSource<Redirect> =>
  createListSource(
    { sorts: { address: 'slug', title: 'title', kind: 'kind', changed: 'changedAt' }, filters: {}, order: { sort: 'changed', isDescending: true } },
    (query, signal) => http.call(listRedirectsPage, { query, ...(signal && { signal }) }),
  );
