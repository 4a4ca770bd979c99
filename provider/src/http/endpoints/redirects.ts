import { deleteRedirect, listRedirects } from '@site/shared/contracts/redirect';
import { deleteFormerSlug, listRedirectRows } from '../../database/former-slugs.ts';
import { toStaffPageRequest } from '../../database/page.ts';
import { NotFoundError } from '../../domain/errors.ts';
import { requireStaff } from '../../domain/permissions.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

export const mountRedirects = (mount: Mount, { db, revision }: Services): void => {
  mount(listRedirects, ({ query, staff }) => listRedirectRows(db, toStaffPageRequest(query, requireStaff(staff))));
  mount(deleteRedirect, async ({ params: { id = '' } }) => {
    if (!(await revision.write((transaction) => deleteFormerSlug(transaction, id)))) throw new NotFoundError('Redirect');
    return { _id: id };
  });
};
