import type { Post } from '@site/shared/contracts/post';
import { toSlug } from '@site/shared/domain/slug';

export const TOPIC_KINDS = ['category', 'tag'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** What the address of a topic says. */
export interface TopicReference {
  readonly kind: TopicKind;
  readonly slug: string;
}

export interface Topic extends TopicReference {
  /** As the newest of its posts has it. */
  readonly name: string;
}

export const getTopicPath = ({ kind, slug }: TopicReference): string => `/news/${kind}/${slug}`;

/** Undefined for a name of which no slug can be made. */
export const getTopicPathOfName = (kind: TopicKind, name: string): string | undefined => {
  const slug = toSlug(name);
  return slug === '' ? undefined : getTopicPath({ kind, slug });
};

type Topical = Pick<Post, 'category' | 'tags'>;

export const getTopicNames = (post: Topical, kind: TopicKind): readonly string[] => (kind === 'category' ? [post.category] : post.tags);

/** The topic's name in this post; undefined if the post does not belong to it. */
export const findTopicName = (post: Topical, { kind, slug }: TopicReference): string | undefined =>
  getTopicNames(post, kind).find((name) => toSlug(name) === slug);

export const getTopicTitle = ({ kind, name }: Topic): string => (kind === 'category' ? `News: ${name}` : `News tagged "${name}"`);

export const getTopicDescription = ({ kind, name }: Topic): string =>
  kind === 'category' ? `All our stories in the category "${name}", newest first.` : `All our stories with the tag "${name}", newest first.`;
