import type { RichTextElement, RichTextNode } from '@site/shared/domain/rich-text';
import type { JSONContent } from '@tiptap/core';
import { elementHtml } from './element-html.ts';

/** Formatting that the toolbar knows under a name of its own; every other phrase keeps its own. */
const MARKS: Readonly<Record<string, string>> = { b: 'bold', strong: 'bold', i: 'italic', em: 'italic', s: 'strike', u: 'underline', a: 'link' };
const NO_LANGUAGE = { lang: null, dir: null };

type Mark = NonNullable<JSONContent['marks']>[number];

const isElement = (node: RichTextNode): node is RichTextElement => typeof node !== 'string';
const isInline = (node: RichTextNode): boolean => !isElement(node) || !BLOCK_TAGS.has(node.tag);

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
  'iframe',
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

const markOf = ({ tag, attributes }: RichTextElement): Mark => {
  const type = MARKS[tag] ?? tag;
  if (tag === 'a') return { type, attrs: { href: attributes?.href ?? '' } };
  if (tag === 'abbr') return { type, attrs: { title: attributes?.title ?? null } };
  return tag === 'time' ? { type, attrs: { dateTime: attributes?.dateTime ?? null } } : { type };
};

/** Words within one paragraph. Code takes no other formatting. */
const inlineOf = (nodes: readonly RichTextNode[], marks: readonly Mark[] = []): JSONContent[] =>
  nodes.flatMap((node): JSONContent[] => {
    if (!isElement(node)) return node === '' ? [] : [{ type: 'text', text: node, ...(marks.length === 0 ? {} : { marks: [...marks] }) }];
    if (node.tag === 'br') return [{ type: 'hardBreak' }];
    const own = markOf(node);
    const isCode = node.tag === 'code' || marks.some(({ type }) => type === 'code');
    return inlineOf(node.children, isCode ? [{ type: 'code' }] : [...marks.filter(({ type }) => type !== own.type), own]);
  });

const textOf = (nodes: readonly RichTextNode[]): string =>
  nodes.map((node) => (isElement(node) ? (node.tag === 'br' ? '\n' : textOf(node.children)) : node)).join('');

const withLanguage = ({ attributes }: RichTextElement): Readonly<Record<string, unknown>> => ({
  ...NO_LANGUAGE,
  ...(attributes?.lang === undefined ? {} : { lang: attributes.lang }),
  ...(attributes?.dir === undefined ? {} : { dir: attributes.dir }),
});

const paragraph = (nodes: readonly RichTextNode[], attrs: Readonly<Record<string, unknown>> = NO_LANGUAGE): JSONContent => {
  const content = inlineOf(nodes);
  return content.length === 0 ? { type: 'paragraph', attrs } : { type: 'paragraph', attrs, content };
};

/** What the text field cannot change stays as it is, and can be moved or taken out. */
const kept = (element: RichTextElement): JSONContent => ({ type: 'kept', attrs: { tag: element.tag, html: elementHtml(element), words: textOf([element]) } });

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
  return { type: 'listItem', attrs: withLanguage(item), content: blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks] };
};

/** The addresses that the provider stores. */
const isPictureAddress = (address: string): boolean => /^(\/img\/upload\/|https:\/\/)/.test(address);

const figureOf = (figure: RichTextElement): JSONContent[] => {
  const parts = figure.children.filter(isElement);
  const picture = parts.find(({ tag }) => tag === 'img');
  const isPlain = parts.every(({ tag }) => tag === 'img' || tag === 'figcaption') && parts.length < 3;
  if (picture === undefined || !isPlain) return parts.length === 0 ? blocksOf(figure.children) : [kept(figure)];
  const { src = '', alt = '', width = null, height = null } = picture.attributes ?? {};
  if (!isPictureAddress(src)) return blocksOf(figure.children.filter((child) => child !== picture));
  const caption = inlineOf(parts.find(({ tag }) => tag === 'figcaption')?.children ?? []);
  return [{ type: 'figure', attrs: { src, alt, width, height }, ...(caption.length === 0 ? {} : { content: caption }) }];
};

const blockOf = (element: RichTextElement): JSONContent[] => {
  const { tag, attributes, children } = element;
  switch (tag) {
    case 'p':
      return [paragraph(children, withLanguage(element))];
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [{ type: 'heading', attrs: { level: Math.min(Number(tag.slice(1)), 4), ...withLanguage(element) }, content: inlineOf(children) }];
    case 'ul':
    case 'ol': {
      const content = children.filter(isElement).map(itemOf);
      if (content.length === 0) return [];
      return [tag === 'ul' ? { type: 'bulletList', content } : { type: 'orderedList', attrs: { start: attributes?.start ?? 1 }, content }];
    }
    case 'blockquote':
      return [{ type: 'blockquote', attrs: withLanguage(element), content: filled(blocksOf(children)) }];
    case 'pre':
      return [{ type: 'codeBlock', content: [{ type: 'text', text: textOf(children) }] }];
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'figure':
      return figureOf(element);
    case 'img':
      return figureOf({ tag: 'figure', children: [element] });
    case 'iframe':
      return [{ type: 'embed', attrs: { src: attributes?.src ?? '', title: attributes?.title ?? null } }];
    case 'table':
    case 'dl':
      return [kept(element)];
    default:
      return blocksOf(children);
  }
};

/** Checked rich text as the text field's document: data, never markup, so that nothing is parsed by the browser. */
export const toDocument = (nodes: readonly RichTextNode[]): JSONContent => ({ type: 'doc', content: filled(blocksOf(nodes)) });
