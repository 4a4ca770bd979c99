import { getPost, listPosts } from '@site/shared/contracts/post';
import { takePage } from '../../http/list-page.ts';
import type { Mount } from '../../http/mount-endpoint.ts';
import { notFound } from '../../http/refusal.ts';
import { findPostRow, listPostRows } from '../../repositories/posts.ts';
import type { Services } from '../../services.ts';
import { toPost } from './post-answer.ts';
import { mountPostWrites } from './post-write-routes.ts';

export const mountPosts = (mount: Mount, services: Services): void => {
  const { db, addresses } = services;

  mount(
    listPosts,
    async ({ staff, query, reply }) => {
      const rows = takePage(await listPostRows(db, staff !== null), query, staff, reply);
      return rows.map((row) => toPost(row, addresses));
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
