import type { PageAlternate } from '@site/shared/remote/remote-contract';
import { getFeedAlternates } from '../feeds/feed-formats.ts';
import { getListPath, type Topic } from '../topics/topics.ts';
import type { NewsListData } from './news-data.ts';

/** The feeds of all news or of a topic, for the document's head. */
export const getFeeds = (topic?: Topic): readonly PageAlternate[] => getFeedAlternates(getListPath('/news', topic), topic === undefined ? 'News' : topic.name);

/** Checks for a topic without posts, whose feeds do not exist. */
export const isEmptyTopic = (data: NewsListData): boolean => data.state === 'loaded' && data.topic !== undefined && data.list.items.length === 0;
