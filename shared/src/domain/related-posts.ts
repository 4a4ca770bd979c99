const RELATED_POSTS_LIMIT = 2;

export interface PostTopics {
  readonly _id: string;
  readonly slug: string;
  readonly category: string;
  readonly tags: readonly string[];
}

const normalise = (text: string): string => text.trim().toLowerCase();

/** Returns up to two other posts with the same category or a shared tag, in the order of `posts` (POST-04). */
export const relatedPosts = <Other extends PostTopics>(current: PostTopics, posts: readonly Other[]): readonly Other[] => {
  const category = normalise(current.category);
  const tags = new Set(current.tags.map(normalise));
  const isRelated = (post: PostTopics): boolean =>
    (category !== '' && normalise(post.category) === category) || post.tags.some((tag) => tags.has(normalise(tag)));
  return posts.filter((post) => post._id !== current._id && post.slug !== current.slug && isRelated(post)).slice(0, RELATED_POSTS_LIMIT);
};

export const isRelatedFull = (related: readonly PostTopics[]): boolean => related.length >= RELATED_POSTS_LIMIT;
