import type { PageAlternate } from '@site/shared/remote/remote-contract';
import { getFeedAlternates } from '../feeds/feed-formats.ts';
import { getTopicPath, type Topic, type TopicReference } from './news-topics.ts';

/** The page of all news, or of a topic. */
export const getNewsPath = (topic: TopicReference | undefined): string => (topic === undefined ? '/news' : getTopicPath(topic));

/** Of all news, or of a topic, for links and the document's head. */
export const getFeeds = (topic?: Topic): readonly PageAlternate[] => getFeedAlternates(getNewsPath(topic), topic === undefined ? 'News' : topic.name);
