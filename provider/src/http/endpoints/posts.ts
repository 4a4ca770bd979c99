import { getPost, listPosts } from '@site/shared/contracts/post';
import { Page, toPageRequest } from '../../database/page.ts';
import { findPostRow, getPostContext, listPostRows } from '../../database/post-queries.ts';
import { NotFoundError } from '../../domain/errors.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';
import { toPost, toPostSummary } from './post-serializer.ts';
import { mountPostWrites } from './post-writes.ts';

export const mountPosts = (mount: Mount, services: Services): void => {
  const { db, imageUrls } = services;

  mount(
    listPosts,
    async ({ staff, query }) => {
      const view = query.view ?? 'whole';
      const window = toPageRequest(query, staff);
      const rows = query.beside === undefined ? await listPostRows(db, window, view) : new Page(await getPostContext(db, query.beside, view));
      return rows.map((row) => (view === 'summary' ? toPostSummary : toPost)(row, imageUrls));
    },
    { isCached: true },
  );

  mount(
    getPost,
    async ({ params, staff }) => {
      const row = await findPostRow(db, params.idOrSlug ?? '');
      if (row === undefined || (row.status !== 'published' && staff === null)) throw new NotFoundError('Post');
      return toPost(row, imageUrls);
    },
    { isCached: true },
  );

  mountPostWrites(mount, services);
};
