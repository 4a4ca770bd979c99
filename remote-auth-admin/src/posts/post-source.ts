import { listPostsPage, type Post } from '@site/shared/contracts/post';
import type { HostServices } from '@site/shared/remote/host-services';
import { createListSource, type ListSource, narrowToDocuments } from '../listing/list-source.ts';

/** Creates the list source for all posts, including drafts, without their texts. */
export const postSource = ({ http }: HostServices): ListSource<Post> =>
  createListSource(
    {
      sorts: { title: 'title', status: 'status', category: 'category', author: 'author', published: 'publishedAt', changed: 'updatedAt' },
      filters: { draft: { status: 'draft' }, scheduled: { status: 'scheduled' }, published: { status: 'published' }, archived: { status: 'archived' } },
      order: { sort: 'changed', isDescending: true },
      narrow: narrowToDocuments,
    },
    (query, signal) => http.call(listPostsPage, { query: { status: 'all', view: 'summary', scope: 'all', ...query }, ...(signal && { signal }) }),
  );
