import type { Post } from '@site/shared/contracts/post';
import { stripMarkup } from '@site/shared/domain/strip-markup';
import { toFocalPoint, toImageRef } from '../../database/image-queries.ts';
import type { PostRow } from '../../database/post-queries.ts';
import { readTags } from '../../database/tags.ts';
import type { ImageUrls } from '../../images/image-urls.ts';

/** A row as the contract names it (DATA-02). */
export const toPost = (row: PostRow, imageUrls: ImageUrls): Post => {
  const isPublic = row.status === 'published';
  return {
    _id: row.id,
    slug: row.slug,
    title: row.title,
    content: row.content,
    excerpt: row.excerpt,
    featuredImage: imageUrls.getUrl(toImageRef(row.picture_id, row.picture_version, row.picture_format), isPublic),
    featuredImageAlt: row.picture_alt,
    featuredImageFocal: toFocalPoint(row.focal_x, row.focal_y),
    category: row.category,
    tags: readTags(row.tags),
    status: row.status,
    publishedAt: row.published_at,
    updatedAt: row.updated_at,
    author: { name: row.author_name, avatar: imageUrls.getUrl(toImageRef(row.author_picture_id, row.avatar_version, row.avatar_format), isPublic) },
    isSample: row.is_sample === 1,
  };
};

/** Characters of a text that stand in for a missing excerpt: more than any card shows. */
const LEAD_CHARACTERS = 600;

export const getLead = (text: string): string => [...stripMarkup(text)].slice(0, LEAD_CHARACTERS).join('');

/** As much as a card shows. */
export const toPostSummary = (row: PostRow, imageUrls: ImageUrls): Post => ({
  ...toPost(row, imageUrls),
  content: '',
  excerpt: row.excerpt || getLead(row.content),
});
