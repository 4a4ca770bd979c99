import type { RichTextNode } from './rich-text-node.ts';

/** The words of rich text, blocks parted by a space: for excerpts, descriptions and the reading time. */
export const plainText = (nodes: readonly RichTextNode[]): string => {
  const words = (node: RichTextNode): string =>
    typeof node === 'string' ? node : node.tag === 'br' ? ' ' : `${node.children.map(words).join('')}${INLINE.has(node.tag) ? '' : ' '}`;
  return nodes.map(words).join('').replace(/\s+/g, ' ').trim();
};

const INLINE: ReadonlySet<string> = new Set([
  'a',
  'abbr',
  'b',
  'cite',
  'code',
  'del',
  'em',
  'i',
  'ins',
  'kbd',
  'mark',
  'q',
  's',
  'small',
  'strong',
  'sub',
  'sup',
  'time',
  'u',
]);
