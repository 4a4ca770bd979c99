import { toSlug } from '@site/shared/domain/slug';

export const TOPIC_KINDS = ['category', 'tag'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

export type TopicalPath = '/news' | '/events';

/** Kind and slug of a topic, as in its URL. */
export interface TopicReference {
  readonly kind: TopicKind;
  readonly slug: string;
}

export interface Topic extends TopicReference {
  /** The topic's name, spelt as in its first post or event. */
  readonly name: string;
}

export const getTopicPath = (list: TopicalPath, { kind, slug }: TopicReference): string => `${list}/${kind}/${slug}`;

export const getListPath = (list: TopicalPath, topic: TopicReference | undefined): string => (topic === undefined ? list : getTopicPath(list, topic));

/** Returns the path of the topic with this name; undefined if the name has no valid slug. */
export const getTopicPathByName = (list: TopicalPath, kind: TopicKind, name: string): string | undefined => {
  const slug = toSlug(name);
  return slug === '' ? undefined : getTopicPath(list, { kind, slug });
};

export interface Topical {
  readonly category: string;
  readonly tags: readonly string[];
}

export const getTopicNames = ({ category, tags }: Topical, kind: TopicKind): readonly string[] => (kind === 'category' ? [category] : tags);

/** Returns the topic's name in this post or event; undefined if the item does not have the topic. */
export const findTopicName = (item: Topical, { kind, slug }: TopicReference): string | undefined =>
  getTopicNames(item, kind).find((name) => toSlug(name) === slug);

/** Returns the topic, named as in the first item; undefined if there is none. */
export const findTopic = (items: readonly Topical[], reference: TopicReference): Topic | undefined => {
  const [first] = items;
  const name = first === undefined ? undefined : findTopicName(first, reference);
  return name === undefined ? undefined : { ...reference, name };
};

export const getTopicTitle = (list: string, { kind, name }: Topic): string => (kind === 'category' ? `${list}: ${name}` : `${list} tagged “${name}”`);
