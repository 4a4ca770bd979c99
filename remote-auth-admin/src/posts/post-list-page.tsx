import type { ApiError } from '@site/shared/contracts/api-error';
import type { Post } from '@site/shared/contracts/post';
import { deletePost, restorePost, updatePost } from '@site/shared/contracts/post';
import { formatShortDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { hasRole, mayWriteDocument } from '@site/shared/domain/roles';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { plusIcon } from '@site/shared/ui/icon-shapes';
import { useStore } from 'zustand/react';
import { duplicateAction } from '../copies/duplicate-action.ts';
import { ContentStatusChip } from '../layout/status-chip.tsx';
import type { ListDefinition } from '../listing/list-definition.ts';
import { listExport } from '../listing/list-export.tsx';
import { ListScreen } from '../listing/list-screen.tsx';
import type { Page } from '../listing/list-source.ts';
import { RowLink } from '../listing/list-table.tsx';
import { publishActions } from '../listing/publish-actions.ts';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { postSource } from './post-source.ts';

const POSTS: ListDefinition<Post> = {
  one: 'post',
  many: 'posts',
  getId: ({ _id }) => _id,
  getName: ({ title }) => title || 'Untitled',
  columns: [
    { key: 'title', name: 'Title', cell: ({ _id, title }) => <RowLink to={`/admin/posts/${_id}`}>{title}</RowLink> },
    { key: 'status', name: 'Status', cell: ({ status }) => <ContentStatusChip status={status} /> },
    { key: 'category', name: 'Category', cell: ({ category }) => category, isSecondary: true },
    { key: 'author', name: 'Author', cell: ({ author }) => author.name },
    {
      key: 'published',
      name: 'Published',
      cell: ({ publishedAt }) => formatShortDate(publishedAt),
      isDate: true,
      isSecondary: true,
    },
    { key: 'changed', name: 'Changed', cell: ({ updatedAt }) => formatShortDate(updatedAt), isDate: true },
  ],
  filters: [
    { value: '', label: 'All' },
    { value: 'draft', label: 'Drafts' },
    { value: 'scheduled', label: 'Scheduled' },
    { value: 'published', label: 'Published' },
    { value: 'archived', label: 'Archived' },
  ],
  narrowing: { topics: 'posts', days: ['Published on or after', 'Published on or before'] },
};

const EXPORT = {
  fileName: 'posts.csv',
  columns: [
    ['Title', ({ title }: Post) => title],
    ['Status', ({ status }: Post) => status],
    ['Category', ({ category }: Post) => category],
    ['Tags', ({ tags }: Post) => (tags ?? []).join(', ')],
    ['Author', ({ author }: Post) => author?.name ?? ''],
    ['URL', ({ slug }: Post) => `/news/${slug}`],
    ['Excerpt', ({ excerpt }: Post) => excerpt],
    ['Published', ({ publishedAt }: Post) => publishedAt ?? ''],
    ['Changed', ({ updatedAt }: Post) => updatedAt ?? ''],
  ],
} as const;

/** Lists all posts, including drafts. Contributors may delete their own drafts but may not publish (NS-08). */
export const PostListPage = ({ services }: ScreenProps) => {
  const posts = useLoaderData<Result<Page<Post>, ApiError>>();
  const user = useStore(services.auth, (state) => state.user);
  const isEditor = user !== null && hasRole(user.role, 'editor');
  const { http } = services;
  const source = postSource(services);
  const params = ({ _id }: Post) => ({ params: { id: _id } });
  return (
    <ListScreen
      services={services}
      title="News"
      list={POSTS}
      source={source}
      renderExtraAction={listExport(services, source, EXPORT)}
      data={posts}
      action={
        <ButtonLink to="/admin/posts/new" icon={plusIcon}>
          New post
        </ButtonLink>
      }
      emptyMessage="Create the first one. Only staff can see drafts."
      bulkActions={
        isEditor
          ? [...publishActions(POSTS, (post, body) => http.call(updatePost, { ...params(post), body })), duplicateAction(POSTS, http, 'post')]
          : [duplicateAction(POSTS, http, 'post')]
      }
      removal={{
        appliesTo: (post) => user !== null && mayWriteDocument(user, post),
        run: (post) => http.call(deletePost, params(post)),
        restore: (post) => http.call(restorePost, params(post)),
      }}
    />
  );
};
