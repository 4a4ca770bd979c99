import { type ExternalLink, listExternalLinksPage } from '@site/shared/contracts/external-link';
import type { HostServices } from '@site/shared/remote/host-services';
import { createListSource, type ListSource } from '../listing/list-source.ts';

export const externalLinkSource = ({ http }: HostServices): ListSource<ExternalLink> =>
  createListSource(
    {
      sorts: { url: 'url', state: 'state', checked: 'checkedAt' },
      filters: { broken: { show: 'broken' }, failing: { show: 'failing' }, unverifiable: { show: 'unverifiable' }, ignored: { show: 'ignored' } },
      order: { sort: 'state', isDescending: false },
    },
    (query, signal) => http.call(listExternalLinksPage, { query, ...(signal && { signal }) }),
  );
