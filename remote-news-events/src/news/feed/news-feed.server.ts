import type { ApiError } from '@site/shared/contracts/api-error';
import type { Post } from '@site/shared/contracts/post';
import type { SiteConfig } from '@site/shared/contracts/site';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { imageUrl, LINK_PREVIEW_SIZE } from '@site/shared/domain/image-url';
import { parseRichText } from '@site/shared/domain/parse-rich-text';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { generateAtomFeed, generateRssFeed } from 'feedsmith';
import { getPublishedPosts } from '../news-api.ts';
import { ATOM_PATH, NEWS_LEAD, RSS_PATH } from '../news-content.ts';
import { postCardView, postPath } from '../post-card-view.ts';
import { richTextHtml } from './rich-text-html.ts';

const FEED_POSTS = 20;
/** As other sites show it: every reader of feeds knows JPEG. */
const FEED_IMAGE = { ...LINK_PREVIEW_SIZE, format: 'jpg' } as const;
const EPOCH = new Date(0);

/** XML 1.0 holds no other characters, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const dateOf = (moment: string | null): Date => {
  const time = Date.parse(moment ?? '');
  return Number.isNaN(time) ? EPOCH : new Date(time);
};

/** One post as both formats need it. */
const feedItem = (post: Post, site: SiteConfig) => {
  const absolute = (address: string): string => new URL(address, site.siteUrl).href;
  const card = postCardView(post);
  const published = dateOf(post.publishedAt);
  return {
    // Stays when the post's address changes, so that nobody reads it twice.
    id: `tag:${new URL(site.siteUrl).hostname},2026:post/${encodeURIComponent(post._id)}`,
    url: absolute(postPath(post)),
    title: card.title,
    summary: card.excerpt,
    html: richTextHtml(parseRichText(post.content, site.siteUrl), site.siteUrl),
    author: card.author.name || site.organisationName,
    categories: [...new Set([post.category, ...post.tags])].filter((name) => name !== ''),
    image: post.featuredImage === '' ? null : { url: absolute(imageUrl(post.featuredImage, FEED_IMAGE)), alt: post.featuredImageAlt },
    published,
    updated: new Date(Math.max(published.getTime(), dateOf(post.updatedAt).getTime())),
  };
};
type FeedItem = ReturnType<typeof feedItem>;

const newest = (items: readonly FeedItem[]): Date => new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));

const rss = (items: readonly FeedItem[], { organisationName, siteUrl }: SiteConfig): string =>
  generateRssFeed({
    title: `News of ${organisationName}`,
    link: new URL('/news', siteUrl).href,
    description: NEWS_LEAD,
    language: 'en-NG',
    lastBuildDate: newest(items),
    atom: { links: [{ href: new URL(RSS_PATH, siteUrl).href, rel: 'self', type: 'application/rss+xml' }] },
    items: items.map(({ id, url, title, summary, html, author, categories, image, published }) => ({
      title,
      link: url,
      // Titles are text, descriptions are HTML (RSS Advisory Board, Best Practices).
      description: escapeHtml(summary),
      guid: { value: id, isPermaLink: false },
      pubDate: published,
      categories: categories.map((name) => ({ name })),
      content: { encoded: html },
      dc: { creators: [author] },
      ...(image === null ? {} : { media: { contents: [{ url: image.url, medium: 'image', type: 'image/jpeg', ...LINK_PREVIEW_SIZE }] } }),
    })),
  });

const atom = (items: readonly FeedItem[], { organisationName, siteUrl }: SiteConfig): string =>
  generateAtomFeed({
    id: new URL(ATOM_PATH, siteUrl).href,
    title: { value: `News of ${organisationName}` },
    subtitle: { value: NEWS_LEAD },
    updated: newest(items),
    authors: [{ name: organisationName, uri: siteUrl }],
    links: [
      { href: new URL(ATOM_PATH, siteUrl).href, rel: 'self', type: 'application/atom+xml' },
      { href: new URL('/news', siteUrl).href, rel: 'alternate', type: 'text/html' },
    ],
    entries: items.map(({ id, url, title, summary, html, author, categories, image, published, updated }) => ({
      id,
      title: { value: title, type: 'text' },
      links: [
        { href: url, rel: 'alternate', type: 'text/html' },
        ...(image === null ? [] : [{ href: image.url, rel: 'enclosure', type: 'image/jpeg', title: image.alt }]),
      ],
      published,
      updated,
      authors: [{ name: author }],
      categories: categories.map((term) => ({ term })),
      summary: { value: summary, type: 'text' },
      content: { value: html, type: 'html' },
    })),
  });

const WRITERS = { rss, atom };

/** The newest posts as a feed. The same posts make the same text, so that readers who ask again get a 304. */
export const getNewsFeed = async (services: HostServices, format: keyof typeof WRITERS, signal: AbortSignal): Promise<Result<string, ApiError>> => {
  const posts = await getPublishedPosts(services, { limit: String(FEED_POSTS) }, { signal });
  if (!posts.ok) return posts;
  const items = posts.value.slice(0, FEED_POSTS).map((post) => feedItem(post, services.site));
  return success(WRITERS[format](items, services.site).replace(FORBIDDEN, ''));
};
