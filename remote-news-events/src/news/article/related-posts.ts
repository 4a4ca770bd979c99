import { RELATED_POSTS_LIMIT } from '@site/shared/constants';
import type { Post } from '@site/shared/contracts/post';

const normalise = (words: string): string => words.trim().toLowerCase();

/** Up to two other posts with the same category or a shared tag, in the order of `posts` (POST-04). */
export const relatedPosts = (current: Post, posts: readonly Post[]): readonly Post[] => {
  const category = normalise(current.category);
  const tags = new Set(current.tags.map(normalise));
  const isRelated = (post: Post): boolean => (category !== '' && normalise(post.category) === category) || post.tags.some((tag) => tags.has(normalise(tag)));
  return posts.filter((post) => post._id !== current._id && post.slug !== current.slug && isRelated(post)).slice(0, RELATED_POSTS_LIMIT);
};
