import { readEmbed } from '@site/shared/domain/embed';
import { HELP_BOX_ATTRIBUTE, isHelpBox } from '@site/shared/domain/help-box';
import { RICH_TEXT_TAGS } from '@site/shared/domain/rich-text-tags';
import sanitize from 'sanitize-html';

const SCHEMES = ['http', 'https', 'mailto', 'tel'];

/** Only images of this server: any other site would learn who reads the page. */
const isImageUrl = (url: string): boolean => /^\/img\/upload(?:\/(?!\.+(?:\/|$))[\w.,:-]+)+$/.test(url);

const LANGUAGE = ['lang', 'dir'];

const RULES: sanitize.IOptions = {
  // What pages show (shared/src/domain/rich-text.ts), headings by the level that they have there.
  allowedTags: RICH_TEXT_TAGS.filter((tag) => tag !== 'h5' && tag !== 'h6'),
  allowedAttributes: {
    ...Object.fromEntries(['p', 'h2', 'h3', 'h4', 'li', 'blockquote', 'td', 'th', 'q', 'cite', 'em', 'i'].map((tag) => [tag, LANGUAGE])),
    a: ['href', 'title', ...LANGUAGE],
    aside: [HELP_BOX_ATTRIBUTE],
    abbr: ['title'],
    iframe: ['src', 'title'],
    // Decorative: it has no alt text on purpose.
    img: ['src', 'alt', { name: 'role', values: ['presentation'] }, 'width', 'height'],
    ol: ['start'],
    td: ['colspan', 'rowspan', ...LANGUAGE],
    th: ['colspan', 'rowspan', ...LANGUAGE],
    time: ['datetime'],
  },
  allowedSchemes: SCHEMES,
  allowedSchemesByTag: { img: [], iframe: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  transformTags: {
    // The page's own heading is the title.
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
  // The fallback text for browsers without frames.
  textFilter: (text, tag) => (tag === 'iframe' ? '' : text),
  parser: { lowerCaseTags: true },
};

/** The allow-list for rich text: formatting is preserved; scripts and content of unlisted sites are removed (PROG-01). */
export const sanitiseHtml = (html: string): string => sanitize(html, RULES).trim();
