import { getPost, listPosts } from '@site/shared/contracts/post';
import { ListSlice, toWindow } from '../../http/list-slice.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import { notFound } from '../../http/refusal.ts';
import { findPostRow, listPostRows, listPostsBeside } from '../../repositories/posts.ts';
import type { Services } from '../../services.ts';
import { toPost, toPostSummary } from './post-answer.ts';
import { mountPostWrites } from './post-write-routes.ts';

export const mountPosts = (mount: Mount, services: Services): void => {
  const { db, addresses } = services;

  mount(
    listPosts,
    async ({ staff, query }) => {
      const view = query.view ?? 'whole';
      const window = toWindow(query, staff);
      const rows = query.beside === undefined ? await listPostRows(db, window, view) : new ListSlice(await listPostsBeside(db, query.beside, view));
      return rows.map((row) => (view === 'summary' ? toPostSummary : toPost)(row, addresses));
    },
    { isCached: true },
  );

  mount(
    getPost,
    async ({ params, staff }) => {
      const row = await findPostRow(db, params.idOrSlug ?? '');
      if (row === undefined || (row.status !== 'published' && staff === null)) throw notFound('Post');
      return toPost(row, addresses);
    },
    { isCached: true },
  );

  mountPostWrites(mount, services);
};
