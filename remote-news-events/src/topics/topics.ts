import { toSlug } from '@site/shared/domain/slug';

export const TOPIC_KINDS = ['category', 'tag'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** The list to which a topic belongs. */
export type TopicalPath = '/news' | '/events';

/** A topic as its URL names it. */
export interface TopicReference {
  readonly kind: TopicKind;
  readonly slug: string;
}

export interface Topic extends TopicReference {
  /** The name as the topic's first post or event spells it. */
  readonly name: string;
}

export const getTopicPath = (list: TopicalPath, { kind, slug }: TopicReference): string => `${list}/${kind}/${slug}`;

/** Path of the whole list, or of a topic. */
export const getListPath = (list: TopicalPath, topic: TopicReference | undefined): string => (topic === undefined ? list : getTopicPath(list, topic));

/** Path of the topic with this name; undefined if the name has no valid slug. */
export const getTopicPathOfName = (list: TopicalPath, kind: TopicKind, name: string): string | undefined => {
  const slug = toSlug(name);
  return slug === '' ? undefined : getTopicPath(list, { kind, slug });
};

/** A post or an event. */
export interface Topical {
  readonly category: string;
  readonly tags: readonly string[];
}

export const getTopicNames = ({ category, tags }: Topical, kind: TopicKind): readonly string[] => (kind === 'category' ? [category] : tags);

/** Returns the topic's name in this post or event; undefined if the topic does not apply to it. */
export const findTopicName = (of: Topical, { kind, slug }: TopicReference): string | undefined => getTopicNames(of, kind).find((name) => toSlug(name) === slug);

/** Returns the topic with the name that its first post or event uses; undefined if there is none. */
export const findTopic = (found: readonly Topical[], reference: TopicReference): Topic | undefined => {
  const [first] = found;
  const name = first === undefined ? undefined : findTopicName(first, reference);
  return name === undefined ? undefined : { ...reference, name };
};

/** Returns the title of a topic's page. `list` is the title of the whole list. */
export const getTopicTitle = (list: string, { kind, name }: Topic): string => (kind === 'category' ? `${list}: ${name}` : `${list} tagged “${name}”`);
