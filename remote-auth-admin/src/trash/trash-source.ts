import { listTrashPage, type TrashedItem } from '@site/shared/contracts/trash';
import type { HostServices } from '@site/shared/remote/host-services';
import { createListSource, type ListSource } from '../listing/list-source.ts';

export const trashSource = ({ http }: HostServices): ListSource<TrashedItem> =>
  createListSource(
    {
      sorts: { title: 'title', kind: 'kind', deleted: 'deletedAt' },
      filters: { content: { kind: 'post,event' }, images: { kind: 'image,album,media' } },
      order: { sort: 'deleted', isDescending: true },
    },
    (query, signal) => http.call(listTrashPage, { query: { ...query, media: 'true' }, ...(signal && { signal }) }),
  );
