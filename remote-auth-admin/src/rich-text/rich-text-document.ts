import type { RichTextElement, RichTextNode } from '@site/shared/format/rich-text-node';
import type { JSONContent } from '@tiptap/core';

const MARKS: Readonly<Record<string, string>> = {
  b: 'bold',
  strong: 'bold',
  i: 'italic',
  em: 'italic',
  s: 'strike',
  del: 'strike',
  u: 'underline',
  ins: 'underline',
  code: 'code',
};

type Mark = NonNullable<JSONContent['marks']>[number];

const isElement = (node: RichTextNode): node is RichTextElement => typeof node !== 'string';
const isInline = (node: RichTextNode): boolean => !isElement(node) || node.tag === 'br' || node.tag === 'a' || !BLOCK_TAGS.has(node.tag);

const BLOCK_TAGS: ReadonlySet<string> = new Set([
  'blockquote',
  'caption',
  'dd',
  'dl',
  'dt',
  'figcaption',
  'figure',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'img',
  'li',
  'ol',
  'p',
  'pre',
  'table',
  'tbody',
  'td',
  'tfoot',
  'th',
  'thead',
  'tr',
  'ul',
]);

/** Words within one paragraph. Code takes no other formatting. */
const inlineOf = (nodes: readonly RichTextNode[], marks: readonly Mark[] = []): JSONContent[] =>
  nodes.flatMap((node): JSONContent[] => {
    if (!isElement(node)) return node === '' ? [] : [{ type: 'text', text: node, ...(marks.length === 0 ? {} : { marks: [...marks] }) }];
    if (node.tag === 'br') return [{ type: 'hardBreak' }];
    const name = MARKS[node.tag];
    const own: Mark[] = node.tag === 'a' ? [{ type: 'link', attrs: { href: node.attributes?.href ?? '' } }] : name === undefined ? [] : [{ type: name }];
    const isCode = name === 'code' || marks.some(({ type }) => type === 'code');
    const isRepeated = own.some(({ type }) => marks.some((mark) => mark.type === type));
    return inlineOf(node.children, isCode ? [{ type: 'code' }] : isRepeated ? marks : [...marks, ...own]);
  });

const textOf = (nodes: readonly RichTextNode[]): string =>
  nodes.map((node) => (isElement(node) ? (node.tag === 'br' ? '\n' : textOf(node.children)) : node)).join('');

const paragraph = (nodes: readonly RichTextNode[]): JSONContent => {
  const content = inlineOf(nodes);
  return content.length === 0 ? { type: 'paragraph' } : { type: 'paragraph', content };
};

/** Blocks, with a paragraph around loose words between them. */
const blocksOf = (nodes: readonly RichTextNode[]): JSONContent[] => {
  const blocks: JSONContent[] = [];
  let words: RichTextNode[] = [];
  const close = () => {
    if (textOf(words).trim() !== '') blocks.push(paragraph(words));
    words = [];
  };
  for (const node of nodes) {
    if (isInline(node)) {
      words.push(node);
      continue;
    }
    close();
    if (isElement(node)) blocks.push(...blockOf(node));
  }
  close();
  return blocks;
};

/** What must hold at least one block. */
const filled = (blocks: JSONContent[]): JSONContent[] => (blocks.length === 0 ? [{ type: 'paragraph' }] : blocks);

/** A list item begins with a paragraph. */
const itemOf = (item: RichTextElement): JSONContent => {
  const blocks = blocksOf(item.children);
  return { type: 'listItem', content: blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks] };
};

/** The addresses that the provider stores. */
const isPictureAddress = (address: string): boolean => /^(\/img\/upload\/|https:\/\/)/.test(address);

const figureOf = ({ children }: RichTextElement): JSONContent[] => {
  const picture = children.filter(isElement).find(({ tag }) => tag === 'img');
  const { src = '', alt = '', width = null, height = null } = picture?.attributes ?? {};
  if (!isPictureAddress(src)) return blocksOf(children.filter((child) => child !== picture));
  const caption = inlineOf(children.filter(isElement).find(({ tag }) => tag === 'figcaption')?.children ?? []);
  return [{ type: 'figure', attrs: { src, alt, width, height }, ...(caption.length === 0 ? {} : { content: caption }) }];
};

const blockOf = (element: RichTextElement): JSONContent[] => {
  const { tag, attributes, children } = element;
  switch (tag) {
    case 'p':
      return [paragraph(children)];
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [{ type: 'heading', attrs: { level: Math.min(Number(tag.slice(1)), 4) }, content: inlineOf(children) }];
    case 'ul':
    case 'ol': {
      const content = children.filter(isElement).map(itemOf);
      if (content.length === 0) return [];
      return [tag === 'ul' ? { type: 'bulletList', content } : { type: 'orderedList', attrs: { start: attributes?.start ?? 1 }, content }];
    }
    case 'blockquote':
      return [{ type: 'blockquote', content: filled(blocksOf(children)) }];
    case 'pre':
      return [{ type: 'codeBlock', content: [{ type: 'text', text: textOf(children) }] }];
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'figure':
      return figureOf(element);
    case 'img':
      return figureOf({ tag: 'figure', children: [element] });
    default:
      // Tables and the like: their words stay.
      return blocksOf(children);
  }
};

/** Checked rich text as the text field's document: data, never markup, so that nothing is parsed by the browser. */
export const toDocument = (nodes: readonly RichTextNode[]): JSONContent => ({ type: 'doc', content: filled(blocksOf(nodes)) });
