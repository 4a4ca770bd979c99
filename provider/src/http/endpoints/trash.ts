import { listTrash } from '@site/shared/contracts/trash';
import { toStaffPageRequest } from '../../database/page.ts';
import { listTrashedItems } from '../../database/trash-queries.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

export const mountTrashList = (mount: Mount, { db }: Services): void => {
  mount(listTrash, ({ query, staff }) =>
    listTrashedItems(db, { ...toStaffPageRequest(query, staff), staff, kinds: query.kind, hasMedia: query.media === 'true' }),
  );
};
