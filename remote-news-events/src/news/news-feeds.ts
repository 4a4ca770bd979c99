import type { PageAlternate } from '@site/shared/remote/remote-contract';
import { getTopicPath, type Topic, type TopicReference } from './news-topics.ts';

export const FEED_FORMATS = ['rss', 'atom', 'json'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

const FEEDS: Readonly<Record<FeedFormat, { readonly file: string; readonly type: string; readonly label: string }>> = {
  rss: { file: 'feed.xml', type: 'application/rss+xml', label: 'RSS' },
  atom: { file: 'atom.xml', type: 'application/atom+xml', label: 'Atom' },
  json: { file: 'feed.json', type: 'application/feed+json', label: 'JSON' },
};

/** The page of all news, or of a topic. */
export const getNewsPath = (topic: TopicReference | undefined): string => (topic === undefined ? '/news' : getTopicPath(topic));

/** `listPath` may be a pattern of the router. */
export const getFeedPath = (listPath: string, format: FeedFormat): string => `${listPath}/${FEEDS[format].file}`;

export const getFeedType = (format: FeedFormat): string => FEEDS[format].type;

/** Of all news, or of a topic, for links and the document's head. */
export const getFeeds = (topic?: Topic): readonly PageAlternate[] =>
  FEED_FORMATS.map((format) => ({
    path: getFeedPath(getNewsPath(topic), format),
    type: getFeedType(format),
    title: `${topic === undefined ? 'News' : topic.name} (${FEEDS[format].label})`,
  }));
