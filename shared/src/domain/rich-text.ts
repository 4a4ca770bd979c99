import { collapseSpaces } from './collapse-spaces.ts';
import { INLINE_TAGS, type RICH_TEXT_TAGS } from './rich-text-tags.ts';

export type RichTextTag = (typeof RICH_TEXT_TAGS)[number];

/** The allowed attributes, already checked: `href` and `src` hold a safe scheme or a path of this site. */
export interface RichTextAttributes {
  readonly href?: string;
  readonly src?: string;
  readonly alt?: string;
  /** Of an image without alt text that was marked as decorative. */
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
 * Editors' HTML as data: it crosses from server to browser as JSON and becomes React elements, never markup again.
 * So nothing outside these two types can reach the page, whatever the provider sent.
 */
export type RichTextNode = string | RichTextElement;

/** The text of rich text, blocks separated by a space: for excerpts, descriptions and the reading time. */
export const plainText = (nodes: readonly RichTextNode[]): string => {
  const getText = (node: RichTextNode): string =>
    typeof node === 'string' ? node : node.tag === 'br' ? ' ' : `${node.children.map(getText).join('')}${INLINE.has(node.tag) ? '' : ' '}`;
  return collapseSpaces(nodes.map(getText).join(''));
};

const INLINE: ReadonlySet<string> = new Set(INLINE_TAGS);
