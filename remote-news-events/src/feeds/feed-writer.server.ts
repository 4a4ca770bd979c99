import type { SiteConfig } from '@site/shared/contracts/site';
import { readEmbed } from '@site/shared/domain/embed';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { imageUrl, LINK_PREVIEW_SIZE } from '@site/shared/domain/image-url';
import type { RichTextAttributes, RichTextElement, RichTextNode } from '@site/shared/domain/rich-text';
import { generateAtomFeed, generateJsonFeed, generateRssFeed } from 'feedsmith';
import { type FeedFormat, getFeedPath } from './feed-formats.ts';

const IMAGE_WIDTH_PX = 1080;

const NAMES: Readonly<Record<string, string>> = { colSpan: 'colspan', rowSpan: 'rowspan', dateTime: 'datetime' };
const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

const attributesHtml = ({ href, src, ...otherAttributes }: RichTextAttributes, siteUrl: string): string => {
  const toAbsoluteUrl = (url: string): string => new URL(url, siteUrl).href;
  const all = {
    ...(href === undefined ? {} : { href: toAbsoluteUrl(href) }),
    ...(src === undefined ? {} : { src: toAbsoluteUrl(imageUrl(src, { width: IMAGE_WIDTH_PX })) }),
    ...otherAttributes,
  };
  return Object.entries(all)
    .map(([name, value]) => ` ${NAMES[name] ?? name}="${escapeHtml(String(value))}"`)
    .join('');
};

/** Converts embeds to links, because feed readers do not load players. */
const embedHtml = ({ src = '', title = '' }: RichTextAttributes): string => {
  const embed = readEmbed(src);
  if (embed === undefined) return '';
  const name = title === '' ? embed.site : `${title} (${embed.site})`;
  return `<p><a href="${escapeHtml(embed.page)}">${escapeHtml(name)}</a></p>`;
};

const elementHtml = ({ tag, attributes = {}, children }: RichTextElement, siteUrl: string): string => {
  if (tag === 'iframe') return embedHtml(attributes);
  const start = `<${tag}${attributesHtml(attributes, siteUrl)}>`;
  return VOID_TAGS.has(tag) ? start : `${start}${richTextHtml(children, siteUrl)}</${tag}>`;
};

export const richTextHtml = (nodes: readonly RichTextNode[], siteUrl: string): string =>
  nodes.map((node) => (typeof node === 'string' ? escapeHtml(node) : elementHtml(node, siteUrl))).join('');

/** Same size as link previews. All feed readers support JPEG. */
const FEED_IMAGE = { ...LINK_PREVIEW_SIZE, format: 'jpg' } as const;
const EPOCH = new Date(0);

/** Characters that XML 1.0 forbids, even when escaped. */
const FORBIDDEN_CHARACTERS = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

export const parseDate = (date: string | null): Date => {
  const time = Date.parse(date ?? '');
  return Number.isNaN(time) ? EPOCH : new Date(time);
};

export interface FeedItem {
  readonly id: string;
  readonly url: string;
  readonly title: string;
  readonly summary: string;
  readonly html: string;
  readonly author: string;
  readonly categories: string[];
  readonly image: { readonly url: string; readonly alt: string } | null;
  readonly published: Date;
  readonly updated: Date;
}

/** Returns an id that does not depend on the URL, so that an item with a new URL does not appear as a new item. */
export const getFeedItemId = (kind: string, id: string, site: SiteConfig): string =>
  `tag:${new URL(site.siteUrl).hostname},2026:${kind}/${encodeURIComponent(id)}`;

export const getFeedImage = (url: string, alt: string, site: SiteConfig): FeedItem['image'] =>
  url === '' ? null : { url: new URL(imageUrl(url, FEED_IMAGE), site.siteUrl).href, alt };

const newest = (items: readonly FeedItem[]): Date => new Date(Math.max(0, ...items.map(({ updated }) => updated.getTime())));

export const getChannel = ({ organisationName, siteUrl }: SiteConfig, path: string, format: FeedFormat, title: string, description: string) => ({
  title,
  description,
  page: new URL(path, siteUrl).href,
  self: new URL(getFeedPath(path, format), siteUrl).href,
  organisation: { name: organisationName, url: siteUrl },
});
type Channel = ReturnType<typeof getChannel>;

const LANGUAGE = 'en-NG';

const writeRss = (items: readonly FeedItem[], { title, description, page, self }: Channel): string =>
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

const writeAtom = (items: readonly FeedItem[], { title, description, page, self, organisation }: Channel): string =>
  generateAtomFeed({
    xml: { lang: LANGUAGE },
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

const writeJson = (items: readonly FeedItem[], { title, description, page, self, organisation }: Channel): string =>
  JSON.stringify(
    // The format requires this list, but the library leaves it out if it is empty.
    Object.assign(
      { items: [] },
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
    ),
  );

const WRITERS: Readonly<Record<FeedFormat, (items: readonly FeedItem[], channel: Channel) => string>> = { rss: writeRss, atom: writeAtom, json: writeJson };

/** Writes a feed. The output is deterministic, so that repeated requests get a 304. */
export const writeFeed = (format: FeedFormat, items: readonly FeedItem[], channel: Channel): string =>
  WRITERS[format](items, channel).replace(FORBIDDEN_CHARACTERS, '');
