import type { Post } from '@site/shared/contracts/post';
import { NEWS_EXCERPT_CHARACTERS } from '@site/shared/domain/constants';
import { excerpt } from '@site/shared/domain/excerpt';
import { stripMarkup } from '@site/shared/domain/strip-markup';

/** What a card shows of a post; the rest stays out of the page's data. */
export interface PostCardView {
  readonly path: string;
  readonly title: string;
  readonly excerpt: string;
  readonly image: string;
  readonly imageAlt: string;
  readonly category: string;
  readonly tags: readonly string[];
  readonly publishedAt: string | null;
  readonly author: { readonly name: string; readonly avatar: string };
}

/** A post without a slug is found by its id (spec section 7). */
export const postPath = (post: Pick<Post, '_id' | 'slug'>): string => `/news/${encodeURIComponent(post.slug || post._id)}`;

export const postCardView = (post: Post): PostCardView => ({
  path: postPath(post),
  title: post.title,
  excerpt: excerpt(post.excerpt || stripMarkup(post.content), NEWS_EXCERPT_CHARACTERS),
  image: post.featuredImage,
  imageAlt: post.featuredImageAlt,
  category: post.category,
  tags: post.tags,
  publishedAt: post.publishedAt,
  author: post.author ?? { name: '', avatar: '' },
});
