import type { Topic } from '../topics/topics.ts';

/** Texts of the news pages. The requirements prescribe titles and messages (NEWS-01 to POST-06). */
export const NEWS_TITLE = 'Latest News & Updates';
export const NEWS_TOPICS_TITLE = 'News';
export const NEWS_LEAD = 'Field notes from our hubs, honest facts, and the young people behind them.';
export const NEWS_EMPTY = 'No published news articles yet.';
export const NEWS_EMPTY_MESSAGE = 'New articles appear here as soon as they are published.';
export const NEWS_FAILED = 'Failed to load news';
export const POST_FAILED = 'Failed to load post';
export const POST_MISSING = 'Post not found';
export const BACK_TO_NEWS = '← Back to News';
export const POST_MISSING_HELP = 'The article may have been moved or taken down. See all our news.';
export const ALL_NEWS = 'All news';
export const TOPIC_MISSING = 'No news on this topic';
export const TOPIC_MISSING_HELP = 'The articles may have been moved or taken down. See all our news.';

export const getTopicDescription = ({ kind, name }: Topic): string =>
  kind === 'category' ? `All news in the category “${name}”, newest first.` : `All news tagged “${name}”, newest first.`;
