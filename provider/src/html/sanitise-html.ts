import sanitize from 'sanitize-html';

const SCHEMES = ['http', 'https', 'mailto', 'tel'];

/** Pictures of our own server, or of others over https. */
const isPictureAddress = (address: string): boolean => /^\/img\/upload\/[\w./,:-]+$/.test(address) || /^https:\/\/[^\s"'<>]+$/.test(address);

const RULES: sanitize.IOptions = {
  allowedTags: [
    'p',
    'h2',
    'h3',
    'h4',
    'ul',
    'ol',
    'li',
    'blockquote',
    'strong',
    'b',
    'em',
    'i',
    'u',
    's',
    'code',
    'pre',
    'br',
    'hr',
    'a',
    'img',
    'figure',
    'figcaption',
  ],
  allowedAttributes: { a: ['href', 'title'], img: ['src', 'alt', 'width', 'height'], ol: ['start'] },
  allowedSchemes: SCHEMES,
  allowedSchemesByTag: { img: ['https'] },
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  enforceHtmlBoundary: false,
  // The page's own heading is the title.
  transformTags: { h1: 'h2', h5: 'h4', h6: 'h4', div: 'p', strike: 's', del: 's' },
  exclusiveFilter: (frame) => frame.tag === 'img' && !isPictureAddress(frame.attribs.src ?? ''),
  parser: { lowerCaseTags: true },
};

/** The one allow-list for what editors write: formatting stays, everything that acts or looks elsewhere goes (PROG-01). */
export const sanitiseHtml = (html: string): string => sanitize(html, RULES).trim();

/** Whether a reader would see anything. */
export const hasWords = (html: string): boolean => html.includes('<img') || sanitize(html, { allowedTags: [], allowedAttributes: {} }).trim() !== '';
