import { readEmbed } from '@site/shared/domain/embed';
import { HELP_BOX_ATTRIBUTE, isHelpBox } from '@site/shared/domain/help-box';
import { RICH_TEXT_TAGS } from '@site/shared/domain/rich-text-tags';
import sanitize from 'sanitize-html';

const SCHEMES = ['http', 'https', 'mailto', 'tel'];

/** Whether the URL is that of an image on this server. An image on another site would tell that site who reads the page. */
const isImageUrl = (url: string): boolean => /^\/img\/upload(?:\/(?!\.+(?:\/|$))[\w.,:-]+)+$/.test(url);

const LANGUAGE_ATTRIBUTES = ['lang', 'dir'];

const RULES: sanitize.IOptions = {
  // Tags that pages can display (shared/src/domain/rich-text.ts), with only the heading levels that pages use.
  allowedTags: RICH_TEXT_TAGS.filter((tag) => tag !== 'h5' && tag !== 'h6'),
  allowedAttributes: {
    ...Object.fromEntries(['p', 'h2', 'h3', 'h4', 'li', 'blockquote', 'td', 'th', 'q', 'cite', 'em', 'i'].map((tag) => [tag, LANGUAGE_ATTRIBUTES])),
    a: ['href', 'title', ...LANGUAGE_ATTRIBUTES],
    aside: [HELP_BOX_ATTRIBUTE],
    abbr: ['title'],
    iframe: ['src', 'title'],
    // The role marks a decorative image, which intentionally has no alternative text.
    img: ['src', 'alt', { name: 'role', values: ['presentation'] }, 'width', 'height'],
    ol: ['start'],
    td: ['colspan', 'rowspan', ...LANGUAGE_ATTRIBUTES],
    th: ['colspan', 'rowspan', ...LANGUAGE_ATTRIBUTES],
    time: ['datetime'],
  },
  allowedSchemes: SCHEMES,
  allowedSchemesByTag: { img: [], iframe: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  transformTags: {
    // The title is the page's h1.
    h1: 'h2',
    h5: 'h4',
    h6: 'h4',
    div: 'p',
    aside: (_name, attribs) => (isHelpBox(attribs) ? { tagName: 'aside', attribs } : { tagName: 'p', attribs: {} }),
    strike: 's',
    iframe: (_name, { src = '', title }) => ({
      tagName: 'iframe',
      attribs: { src: readEmbed(src.trim())?.src ?? '', ...(title === undefined ? {} : { title }) },
    }),
  },
  exclusiveFilter: ({ tag, attribs }) => (tag === 'img' && !isImageUrl(attribs.src ?? '')) || (tag === 'iframe' && (attribs.src ?? '') === ''),
  // Remove the fallback text that an iframe contains for old browsers.
  textFilter: (text, tag) => (tag === 'iframe' ? '' : text),
  parser: { lowerCaseTags: true },
};

/** Sanitises rich text with an allow-list. Keeps formatting, but removes scripts and content embedded from unlisted sites (PROG-01). */
export const sanitiseHtml = (html: string): string => sanitize(html, RULES).trim();
