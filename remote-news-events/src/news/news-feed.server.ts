import type { ApiError } from '@site/shared/contracts/api-error';
import type { Post } from '@site/shared/contracts/post';
import type { SiteConfig } from '@site/shared/contracts/site';
import { readEmbed } from '@site/shared/domain/embed';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { imageUrl, LINK_PREVIEW_SIZE } from '@site/shared/domain/image-url';
import { parseRichText } from '@site/shared/domain/parse-rich-text';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { RichTextAttributes, RichTextElement, RichTextNode } from '@site/shared/domain/rich-text';
import type { HostServices } from '@site/shared/remote/host-services';
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import { NEWS_LEAD } from './news-content.ts';
import { findTopic, getNewsPosts, getPostPath, toPostSummary } from './news-data.ts';
import { type FeedFormat, getFeedPath, getNewsPath } from './news-feeds.ts';
import { getTopicDescription, type Topic, type TopicReference } from './news-topics.ts';

/** The same width as on the page. */
const IMAGE_WIDTH_PX = 1080;

const NAMES: Readonly<Record<string, string>> = { colSpan: 'colspan', rowSpan: 'rowspan', dateTime: 'datetime' };
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

const attributesHtml = ({ href, src, ...rest }: RichTextAttributes, siteUrl: string): string => {
  const absolute = (address: string): string => new URL(address, siteUrl).href;
  const all = {
    ...(href === undefined ? {} : { href: absolute(href) }),
    ...(src === undefined ? {} : { src: absolute(imageUrl(src, { width: IMAGE_WIDTH_PX })) }),
    ...rest,
  };
  return Object.entries(all)
    .map(([name, value]) => ` ${NAMES[name] ?? name}="${escapeHtml(String(value))}"`)
    .join('');
};

/** Feed readers load no players, so embeds become links. */
const embedHtml = ({ src = '', title = '' }: RichTextAttributes): string => {
  const embed = readEmbed(src);
  if (embed === undefined) return '';
  const name = title === '' ? embed.site : `${title} (${embed.site})`;
  return `<p><a href="${escapeHtml(embed.page)}">${escapeHtml(name)}</a></p>`;
};

const elementHtml = ({ tag, attributes = {}, children }: RichTextElement, siteUrl: string): string => {
  if (tag === 'iframe') return embedHtml(attributes);
  const start = `<${tag}${attributesHtml(attributes, siteUrl)}>`;
  return VOID.has(tag) ? start : `${start}${richTextHtml(children, siteUrl)}</${tag}>`;
};

/** Rich text as HTML with absolute URLs. */
const richTextHtml = (nodes: readonly RichTextNode[], siteUrl: string): string =>
  nodes.map((node) => (typeof node === 'string' ? escapeHtml(node) : elementHtml(node, siteUrl))).join('');

const FEED_POSTS = 20;
/** The size of link previews, as JPEG, which all feed readers support. */
const FEED_IMAGE = { ...LINK_PREVIEW_SIZE, format: 'jpg' } as const;
const EPOCH = new Date(0);

/** Characters that XML 1.0 does not allow, not even escaped. */
const FORBIDDEN = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const parseDate = (date: string | null): Date => {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? EPOCH : new Date(time);
};

/** The common fields of both formats. */
const toFeedItem = (post: Post, site: SiteConfig) => {
  const absolute = (address: string): string => new URL(address, site.siteUrl).href;
  const card = toPostSummary(post);
  const published = parseDate(post.publishedAt);
  return {
    // Independent of the slug, so that a renamed post is not shown as new.
    id: `tag:${new URL(site.siteUrl).hostname},2026:post/${encodeURIComponent(post._id)}`,
    url: absolute(getPostPath(post)),
    title: card.title,
    summary: card.excerpt,
    html: richTextHtml(parseRichText(post.content, site.siteUrl), site.siteUrl),
    author: card.author.name || site.organisationName,
    categories: [...new Set([post.category, ...post.tags])].filter((name) => name !== ''),
    image: post.featuredImage === '' ? null : { url: absolute(imageUrl(post.featuredImage, FEED_IMAGE)), alt: post.featuredImageAlt },
    published,
    updated: new Date(Math.max(published.getTime(), parseDate(post.updatedAt).getTime())),
  };
};
type FeedItem = ReturnType<typeof toFeedItem>;

const newest = (items: readonly FeedItem[]): Date => new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));

/** What a feed is about. */
const getChannel = ({ organisationName, siteUrl }: SiteConfig, topic: Topic | undefined, format: FeedFormat) => {
  const path = getNewsPath(topic);
  return {
    title: `News of ${organisationName}${topic === undefined ? '' : `: ${topic.name}`}`,
    description: topic === undefined ? NEWS_LEAD : getTopicDescription(topic),
    page: new URL(path, siteUrl).href,
    self: new URL(getFeedPath(path, format), siteUrl).href,
    organisation: { name: organisationName, url: siteUrl },
  };
};
type Channel = ReturnType<typeof getChannel>;

const LANGUAGE = 'en-NG';

const rss = (items: readonly FeedItem[], { title, description, page, self }: Channel): string =>
  generateRssFeed({
    title,
    link: page,
    description,
    language: LANGUAGE,
    lastBuildDate: newest(items),
    atom: { links: [{ href: self, rel: 'self', type: 'application/rss+xml' }] },
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

const atom = (items: readonly FeedItem[], { title, description, page, self, organisation }: Channel): string =>
  generateAtomFeed({
    id: self,
    title: { value: title },
    subtitle: { value: description },
    updated: newest(items),
    authors: [{ name: organisation.name, uri: organisation.url }],
    links: [
      { href: self, rel: 'self', type: 'application/atom+xml' },
      { href: page, rel: 'alternate', type: 'text/html' },
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

const json = (items: readonly FeedItem[], { title, description, page, self, organisation }: Channel): string =>
  JSON.stringify(
    generateJsonFeed({
      title,
      description,
      home_page_url: page,
      feed_url: self,
      language: LANGUAGE,
      authors: [organisation],
      items: items.map(({ id, url, title, summary, html, author, categories, image, published, updated }) => ({
        id,
        url,
        title,
        content_html: html,
        summary,
        ...(image !== null && { image: image.url }),
        date_published: published,
        date_modified: updated,
        tags: categories,
        authors: [{ name: author }],
      })),
    }),
  );

const WRITERS: Readonly<Record<FeedFormat, (items: readonly FeedItem[], channel: Channel) => string>> = { rss, atom, json };

/** The newest posts, of all or of a topic, as a feed. The output is deterministic, so that repeated requests get a 304. */
export const getNewsFeed = async (
  services: HostServices,
  format: FeedFormat,
  signal: AbortSignal,
  reference?: TopicReference,
): Promise<Result<string, ApiError>> => {
  const listed = await getNewsPosts(services, reference, { limit: String(FEED_POSTS) }, { signal });
  if (!listed.ok) return listed;
  const posts = listed.value.items;
  const topic = reference === undefined ? undefined : findTopic(posts, reference);
  if (reference !== undefined && topic === undefined) return failure({ kind: 'not-found', message: '' });
  const items = posts.slice(0, FEED_POSTS).map((post) => toFeedItem(post, services.site));
  return success(WRITERS[format](items, getChannel(services.site, topic, format)).replace(FORBIDDEN, ''));
};
