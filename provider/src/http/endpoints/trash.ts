import { listTrash } from '@site/shared/contracts/trash';
import { listTrashed } from '../../database/trash-queries.ts';
import { requireStaff } from '../../domain/permissions.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

export const mountTrashList = (mount: Mount, { db }: Services): void => {
  mount(listTrash, ({ staff }) => listTrashed(db, requireStaff(staff)));
};
