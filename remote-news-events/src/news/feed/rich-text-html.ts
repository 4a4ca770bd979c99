import { readEmbed } from '@site/shared/domain/embed';
import { escapeHtml } from '@site/shared/domain/escape-html';
import { imageUrl } from '@site/shared/domain/image-url';
import type { RichTextAttributes, RichTextElement, RichTextNode } from '@site/shared/domain/rich-text';

/** As wide as on the page. */
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

/** Readers of feeds load no players: they get the way to the page. */
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

/** Checked text as HTML for programs that read feeds: absolute addresses, nothing but what the data holds. */
export const richTextHtml = (nodes: readonly RichTextNode[], siteUrl: string): string =>
  nodes.map((node) => (typeof node === 'string' ? escapeHtml(node) : elementHtml(node, siteUrl))).join('');
