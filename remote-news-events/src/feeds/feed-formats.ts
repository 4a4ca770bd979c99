import type { PageAlternate } from '@site/shared/remote/remote-contract';

export const FEED_FORMATS = ['rss', 'atom', 'json'] as const;
export type FeedFormat = (typeof FEED_FORMATS)[number];

const FEEDS: Readonly<Record<FeedFormat, { readonly file: string; readonly type: string; readonly label: string }>> = {
  rss: { file: 'feed.xml', type: 'application/rss+xml', label: 'RSS' },
  atom: { file: 'atom.xml', type: 'application/atom+xml', label: 'Atom' },
  json: { file: 'feed.json', type: 'application/feed+json', label: 'JSON' },
};

/** Returns the path of a feed. `listPath` may be a route pattern. */
export const getFeedPath = (listPath: string, format: FeedFormat): string => `${listPath}/${FEEDS[format].file}`;

export const getFeedType = (format: FeedFormat): string => FEEDS[format].type;

export const getFeedAlternates = (listPath: string, name: string): readonly PageAlternate[] =>
  FEED_FORMATS.map((format) => ({ path: getFeedPath(listPath, format), type: getFeedType(format), title: `${name} (${FEEDS[format].label})` }));
