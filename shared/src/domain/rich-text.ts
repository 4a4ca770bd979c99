import { collapseSpaces } from './collapse-spaces.ts';
import { INLINE_TAGS, type RICH_TEXT_TAGS } from './rich-text-tags.ts';

export type RichTextTag = (typeof RICH_TEXT_TAGS)[number];

/** Allowed attributes, already validated: `href` and `src` contain a safe scheme or a path on this site. */
export interface RichTextAttributes {
  readonly href?: string;
  readonly src?: string;
  readonly alt?: string;
  /** Set for an image without alternative text that was marked as decorative. */
  readonly role?: 'presentation';
  readonly width?: number;
  readonly height?: number;
  readonly colSpan?: number;
  readonly rowSpan?: number;
  readonly start?: number;
  readonly dateTime?: string;
  readonly title?: string;
  readonly lang?: string;
  readonly dir?: string;
}

export interface RichTextElement {
  readonly tag: RichTextTag;
  readonly attributes?: RichTextAttributes;
  readonly children: readonly RichTextNode[];
}

/**
 * Editors' HTML as data, which the server sends as JSON and the browser renders as React elements, never as markup. Only these two types can therefore reach
 * the page, whatever the provider sends.
 */
export type RichTextNode = string | RichTextElement;

/** Returns the plain text, with a space between blocks, for excerpts, descriptions and the reading time. */
export const plainText = (nodes: readonly RichTextNode[]): string => {
  const getText = (node: RichTextNode): string =>
    typeof node === 'string' ? node : `${node.children.map(getText).join('')}${INLINE_TAG_SET.has(node.tag) ? '' : ' '}`;
  return collapseSpaces(nodes.map(getText).join(''));
};

const INLINE_TAG_SET: ReadonlySet<string> = new Set(INLINE_TAGS);
