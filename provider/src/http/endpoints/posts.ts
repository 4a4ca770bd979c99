import { createPost, deletePost, getPost, listPosts, type Post, type PostForm, postKind, restorePost, updatePost } from '@site/shared/contracts/post';
import { formatLongDate } from '@site/shared/domain/dates';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import type { ColumnsOf } from '../../database/content-store.ts';
import { toDecorative, toFocalPoint, toImageColor, toImageRef } from '../../database/image-queries.ts';
import { Page, type RowList, toPageRequest } from '../../database/page.ts';
import { findPostRow, listNearbyPosts, listPostRows, listPostRowsByIds, type PostRow } from '../../database/post-queries.ts';
import { listTopicIds, readTextList } from '../../database/topics.ts';
import { findAuthorName } from '../../database/user-queries.ts';
import { createFieldReader, createSummary } from '../../domain/content-columns.ts';
import type { Staff } from '../../domain/permissions.ts';
import { getLead } from '../../domain/text.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { getShareCardUrl, toCard } from '../../images/share-card.ts';
import { mountContent, type StoredKind } from '../content-endpoints.ts';
import type { Mount } from '../mount-endpoint.ts';
import type { Services } from '../services.ts';

const readPostFields = createFieldReader(postKind);
const summarisePost = createSummary(postKind);

const toPostCard = (row: PostRow) =>
  toCard('post', { ...row, version: row.image_version, format: row.image_format }, row.status === 'published', formatLongDate(row.published_at));

const toPostFields = (row: PostRow, imageUrls: ImageUrls): Post => {
  const isPublic = row.status === 'published';
  // The response contains the name as `author.name` instead.
  const { authorName: _name, ...fields } = readPostFields(row);
  return {
    ...fields,
    _id: row.id,
    featuredImage: imageUrls.getUrl(toImageRef(row.picture_id, row.image_version, row.image_format), isPublic),
    featuredImageAlt: row.picture_alt,
    featuredImageFocal: toFocalPoint(row.focal_x, row.focal_y),
    featuredImageColor: toImageColor(row.color),
    tags: readTextList(row.tags),
    status: row.status,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
    author: { name: row.author_name, avatar: imageUrls.getUrl(toImageRef(row.author_picture_id, row.avatar_version, row.avatar_format), isPublic) },
    isSample: row.is_sample === 1,
  };
};

const toPost = (row: PostRow, imageUrls: ImageUrls, staff: Staff | null): Post => ({
  ...toPostFields(row, imageUrls),
  shareImage: getShareCardUrl(toPostCard(row)),
  ...(staff !== null && { authorName: row.author_name, authorId: row.author_id, unpublishAt: row.unpublish_at }),
});

const toPostSummary = (row: PostRow, imageUrls: ImageUrls, staff: Staff | null): Post => ({
  ...toPostFields(row, imageUrls),
  ...(staff !== null && { authorId: row.author_id }),
  ...summarisePost(row),
  excerpt: row.excerpt || getLead(row.content),
});

/** Returns the publication time. If a post is published now, the current time replaces a missing or future publication time. */
const choosePublishedAt = ({ publishedAt }: PostForm, current: PostRow | undefined, status: PublicationStatus, now: Date): string | null => {
  const chosenTime = publishedAt ?? current?.published_at ?? null;
  const timestamp = now.toISOString();
  return status === 'published' && (chosenTime === null || chosenTime > timestamp) ? timestamp : chosenTime;
};

const getScheduledStatus = (status: PublicationStatus, publishedAt: string | null | undefined, now: Date): PublicationStatus =>
  status === 'published' && (publishedAt ?? '') > now.toISOString() ? 'scheduled' : status;

export const mountPosts = (mount: Mount, services: Services): StoredKind => {
  const { db, imageUrls } = services;

  mount(
    listPosts,
    async ({ caller, query }) => {
      const view = query.view ?? 'full';
      const request = toPageRequest(query, caller);
      const relatedTo = query.relatedTo ?? query.beside;
      const listRelated = async (idOrSlug: string): Promise<RowList<PostRow>> => {
        const post = await findPostRow(db, idOrSlug);
        return new Page(post === undefined ? [] : await listNearbyPosts(db, post, view));
      };
      const listMatching = async () => {
        const ids = await listTopicIds(db, 'posts', query);
        return ids === undefined ? listPostRows(db, { ...request, filters: query }, view) : listPostRowsByIds(db, ids, request, view);
      };
      const rows = await (relatedTo === undefined ? listMatching() : listRelated(relatedTo));
      return rows.map((row) => (view === 'summary' ? toPostSummary : toPost)(row, imageUrls, caller));
    },
    { isCached: true },
  );

  return mountContent(mount, services, {
    kind: postKind,
    endpoints: { get: getPost, create: createPost, update: updatePost, remove: deletePost, restore: restorePost },
    emptyColumns: { tags: '[]' },
    find: findPostRow,
    getOwnership: (row: PostRow) => ({ authorId: row.author_id, status: row.status }),
    getStatus: (form, current) => {
      const status = form.status ?? current?.status ?? 'draft';
      // A post that an earlier release has already published stays published, even if its date is in the future.
      const isAlreadyPublished = current?.status === 'published' && form.publishedAt === current.published_at;
      return isAlreadyPublished ? status : getScheduledStatus(status, form.publishedAt, services.now());
    },
    getNewColumns: (staff) => ({ author_id: staff.id, author_name: staff.name, author_picture_id: null }) satisfies ColumnsOf<'posts'>,
    getColumns: async ({ form, current, status, columns, staff, now }) =>
      ({
        status,
        published_at: choosePublishedAt(form, current, status, now),
        author_name: String(columns.author_name) || (await findAuthorName(db, current?.author_id ?? staff.id)),
      }) satisfies ColumnsOf<'posts'>,
    toResponse: (row, staff, urls) => ({ ...toPost(row, urls, staff), ...toDecorative(row, staff) }),
    toCard: toPostCard,
    getExtras: async (row, { nearby }) =>
      nearby === undefined ? {} : { nearby: (await listNearbyPosts(db, row, 'summary')).map((other) => toPostSummary(other, imageUrls, null)) },
  });
};
