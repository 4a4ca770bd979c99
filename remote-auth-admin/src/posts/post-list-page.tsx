import type { ApiError } from '@site/shared/contracts/api-error';
import type { ResponseOf } from '@site/shared/contracts/endpoint';
import type { listPosts, Post } from '@site/shared/contracts/post';
import { deletePost, restorePost, updatePost } from '@site/shared/contracts/post';
import { formatShortDate } from '@site/shared/domain/dates';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { Result } from '@site/shared/domain/result';
import { hasRole } from '@site/shared/domain/roles';
import { useLoaderData } from '@site/shared/router';
import { ButtonLink } from '@site/shared/ui/button';
import { StatusChip } from '@site/shared/ui/chip';
import { eyeIcon, eyeOffIcon, plusIcon } from '@site/shared/ui/icon-shapes';
import { useStore } from 'zustand/react';
import { type BulkAction, countOf, type ListDefinition } from '../listing/list-definition.ts';
import { ListScreen } from '../listing/list-screen.tsx';
import { RowLink } from '../listing/row-link.tsx';
import type { ScreenProps } from '../staff-screen.tsx';

const POSTS: ListDefinition<Post> = {
  one: 'post',
  many: 'posts',
  idOf: ({ _id }) => _id,
  nameOf: ({ title }) => title || 'Untitled',
  wordsOf: ({ title, excerpt, category, tags, author }) => [title, excerpt, category, author.name, ...tags],
  columns: [
    { key: 'title', name: 'Title', cell: ({ _id, title }) => <RowLink to={`/admin/posts/${_id}`}>{title}</RowLink>, sortBy: ({ title }) => title },
    { key: 'status', name: 'Status', cell: ({ status }) => <StatusChip status={status} />, sortBy: ({ status }) => status },
    { key: 'category', name: 'Category', cell: ({ category }) => category, sortBy: ({ category }) => category, isMinor: true },
    { key: 'author', name: 'Author', cell: ({ author }) => author.name, sortBy: ({ author }) => author.name },
    {
      key: 'published',
      name: 'Published',
      cell: ({ publishedAt }) => formatShortDate(publishedAt),
      sortBy: ({ publishedAt }) => publishedAt ?? '',
      startsDown: true,
      isMinor: true,
    },
    { key: 'changed', name: 'Changed', cell: ({ updatedAt }) => formatShortDate(updatedAt), sortBy: ({ updatedAt }) => updatedAt ?? '', startsDown: true },
  ],
  filters: [
    { value: '', label: 'All', keeps: () => true },
    { value: 'draft', label: 'Drafts', keeps: ({ status }) => status === 'draft' },
    { value: 'scheduled', label: 'Scheduled', keeps: ({ status }) => status === 'scheduled' },
    { value: 'published', label: 'Published', keeps: ({ status }) => status === 'published' },
    { value: 'archived', label: 'Archived', keeps: ({ status }) => status === 'archived' },
  ],
  order: { sort: 'changed', isDown: true },
};

/** All posts, drafts included. Contributors may delete drafts of their own, and publish nothing (NS-08). */
export const PostListPage = ({ services }: ScreenProps) => {
  const posts = useLoaderData<Result<ResponseOf<typeof listPosts>, ApiError>>();
  const user = useStore(services.auth, (state) => state.user);
  const isEditor = user !== null && hasRole(user.role, 'editor');
  const { http } = services;
  const paramsOf = ({ _id }: Post) => ({ params: { id: _id } });
  const moveTo = (status: PublicationStatus) => (post: Post) =>
    http.call(updatePost, { ...paramsOf(post), body: { status, ...(post.updatedAt === null ? {} : { updatedAt: post.updatedAt }) } });

  const bulk: readonly BulkAction<Post>[] = [
    {
      label: 'Publish',
      icon: eyeIcon,
      appliesTo: ({ status }) => status !== 'published',
      run: moveTo('published'),
      done: (count) => `${countOf(POSTS, count)} published`,
    },
    {
      label: 'Unpublish',
      icon: eyeOffIcon,
      appliesTo: ({ status }) => status === 'published' || status === 'scheduled',
      run: moveTo('draft'),
      done: (count) => `${countOf(POSTS, count)} unpublished`,
    },
  ];
  return (
    <ListScreen
      services={services}
      title="News"
      list={POSTS}
      data={posts}
      action={
        <ButtonLink to="/admin/posts/new" icon={plusIcon}>
          New post
        </ButtonLink>
      }
      emptyMessage="Write the first one: a draft is seen by staff alone."
      bulk={isEditor ? bulk : []}
      removal={{
        appliesTo: ({ status, author }) => isEditor || (status === 'draft' && author.name === user?.name),
        run: (post) => http.call(deletePost, paramsOf(post)),
        restore: (post) => http.call(restorePost, paramsOf(post)),
      }}
    />
  );
};
