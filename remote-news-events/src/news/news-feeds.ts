import type { PageAlternate } from '@site/shared/remote/remote-contract';
import { getFeedAlternates } from '../feeds/feed-formats.ts';
import { getListPath, type Topic } from '../topics/topics.ts';
import type { NewsListData } from './news-data.ts';

export const getFeeds = (topic?: Topic): readonly PageAlternate[] => getFeedAlternates(getListPath('/news', topic), topic === undefined ? 'News' : topic.name);

/** Whether the list belongs to a topic without posts, which has no feeds. */
export const isEmptyTopic = (data: NewsListData): boolean => data.state === 'loaded' && data.topic !== undefined && data.list.items.length === 0;
