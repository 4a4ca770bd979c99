import { toSlug } from '@site/shared/domain/slug';

export const TOPIC_KINDS = ['category', 'tag'] as const;
export type TopicKind = (typeof TOPIC_KINDS)[number];

/** The list that a topic is a part of. */
export type TopicalPath = '/news' | '/events';

/** What the address of a topic says. */
export interface TopicReference {
  readonly kind: TopicKind;
  readonly slug: string;
}

export interface Topic extends TopicReference {
  /** As the first of its posts or events has it. */
  readonly name: string;
}

export const getTopicPath = (list: TopicalPath, { kind, slug }: TopicReference): string => `${list}/${kind}/${slug}`;

/** The page of the whole list, or of a topic. */
export const getListPath = (list: TopicalPath, topic: TopicReference | undefined): string => (topic === undefined ? list : getTopicPath(list, topic));

/** Undefined for a name of which no slug can be made. */
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

/** The topic's name in this post or event; undefined if that does not belong to it. */
export const findTopicName = (of: Topical, { kind, slug }: TopicReference): string | undefined => getTopicNames(of, kind).find((name) => toSlug(name) === slug);

/** The topic as the first of its posts or events names it; undefined when there is none. */
export const findTopic = (found: readonly Topical[], reference: TopicReference): Topic | undefined => {
  const [first] = found;
  const name = first === undefined ? undefined : findTopicName(first, reference);
  return name === undefined ? undefined : { ...reference, name };
};

/** `list`: the title of the whole list. */
export const getTopicTitle = (list: string, { kind, name }: Topic): string => (kind === 'category' ? `${list}: ${name}` : `${list} tagged “${name}”`);
