import { getPost, listPosts } from '@site/shared/contracts/post';
import type { Mount } from '../../http/mount-endpoint.ts';
import { notFound } from '../../http/refusal.ts';
import { findPostRow, listPostRows } from '../../repositories/posts.ts';
import type { Services } from '../../services.ts';
import { toPost } from './post-answer.ts';

export const mountPosts = (mount: Mount, { db, addresses }: Services): void => {
  mount(
    listPosts,
    async ({ staff }) => {
      const rows = await listPostRows(db, staff !== null);
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
};
