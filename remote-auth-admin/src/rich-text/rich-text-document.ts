import { HELP_BOX, HELP_BOX_ATTRIBUTE } from '@site/shared/domain/help-box';
import type { RichTextAttributes, RichTextElement, RichTextNode } from '@site/shared/domain/rich-text';
import { BLOCK_TAGS, PART_TAGS } from '@site/shared/domain/rich-text-tags';
import type { JSONContent } from '@tiptap/core';
import { HELP_BOX_NODE, PHRASES } from './rich-text-nodes.ts';
import { TABLE_NODE } from './table-nodes.ts';

const ATTRIBUTE_NAMES: Readonly<Record<string, string>> = { colSpan: 'colspan', rowSpan: 'rowspan', dateTime: 'datetime' };
const VOID_TAGS: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** Serialises attributes as HTML. Omits attributes without a value. */
const attributesHtml = (attributes: RichTextAttributes | Readonly<Record<string, unknown>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === null || value === undefined ? '' : ` ${ATTRIBUTE_NAMES[name] ?? name}="${escapeValue(String(value))}"`))
    .join('');

const nodeHtml = (node: RichTextNode): string => (typeof node === 'string' ? escapeText(node) : elementHtml(node));

/** Serialises an element and its content in the same format as the provider's sanitiser. */
const elementHtml = ({ tag, attributes = {}, children }: RichTextElement): string => {
  const start = `<${tag}${attributesHtml(attributes)}`;
  return VOID_TAGS.has(tag) ? `${start} />` : `${start}>${children.map(nodeHtml).join('')}</${tag}>`;
};

/** Names of editor marks, for elements whose mark has a different name. */
const MARKS: Readonly<Record<string, string>> = { b: 'bold', strong: 'bold', i: 'italic', em: 'italic', s: 'strike', u: 'underline', a: 'link' };
const NO_LANGUAGE = { lang: null, dir: null };

type Mark = NonNullable<JSONContent['marks']>[number];

const isElement = (node: RichTextNode): node is RichTextElement => typeof node !== 'string';
const isInline = (node: RichTextNode): boolean => !isElement(node) || !STRUCTURAL_TAGS.has(node.tag);

const STRUCTURAL_TAGS: ReadonlySet<string> = new Set([...BLOCK_TAGS, ...PART_TAGS]);

const toMark = ({ tag, attributes }: RichTextElement): Mark => {
  const type = MARKS[tag] ?? tag;
  if (tag === 'a') return { type, attrs: { href: attributes?.href ?? '' } };
  if (tag === 'abbr') return { type, attrs: { title: attributes?.title ?? null } };
  return tag === 'time' ? { type, attrs: { dateTime: attributes?.dateTime ?? null } } : { type };
};

/** Converts the inline content of a paragraph. Code cannot have other formatting. */
const toInline = (nodes: readonly RichTextNode[], marks: readonly Mark[] = []): JSONContent[] =>
  nodes.flatMap((node): JSONContent[] => {
    if (!isElement(node)) return node === '' ? [] : [{ type: 'text', text: node, ...(marks.length === 0 ? {} : { marks: [...marks] }) }];
    if (node.tag === 'br') return [{ type: 'hardBreak' }];
    const mark = toMark(node);
    const isCode = node.tag === 'code' || marks.some(({ type }) => type === 'code');
    return toInline(node.children, isCode ? [{ type: 'code' }] : [...marks.filter(({ type }) => type !== mark.type), mark]);
  });

const getText = (nodes: readonly RichTextNode[]): string =>
  nodes.map((node) => (isElement(node) ? (node.tag === 'br' ? '\n' : getText(node.children)) : node)).join('');

const withLanguage = ({ attributes }: RichTextElement): Readonly<Record<string, unknown>> => ({
  ...NO_LANGUAGE,
  ...(attributes?.lang === undefined ? {} : { lang: attributes.lang }),
  ...(attributes?.dir === undefined ? {} : { dir: attributes.dir }),
});

const paragraph = (nodes: readonly RichTextNode[], attrs: Readonly<Record<string, unknown>> = NO_LANGUAGE): JSONContent => {
  const content = toInline(nodes);
  return content.length === 0 ? { type: 'paragraph', attrs } : { type: 'paragraph', attrs, content };
};

/** Converts a block that the text field cannot edit. Users can move or remove it. */
const toOpaque = (element: RichTextElement): JSONContent => ({
  type: 'opaque',
  attrs: { tag: element.tag, html: elementHtml(element), text: getText([element]) },
});

/** Converts a table; undefined if it has a footer, nested tables or formatting in its caption, which the text field cannot edit. */
const toTable = (element: RichTextElement): JSONContent | undefined => {
  const parts = element.children.filter(isElement);
  const caption = parts.find(({ tag }) => tag === 'caption')?.children ?? [];
  const sections = parts.filter(({ tag }) => tag !== 'caption');
  const rows = sections.flatMap(({ tag, children }) => children.filter(isElement).map((row) => toTableRow(row, tag === 'thead')));
  const isSimple = caption.every((child) => !isElement(child)) && sections.every(({ tag }) => tag === 'thead' || tag === 'tbody');
  const hasTables = rows.some((row) => row.content?.some((cell) => cell.content?.some(({ type }) => type === TABLE_NODE)));
  return isSimple && !hasTables && rows.length > 0 ? { type: TABLE_NODE, attrs: { caption: getText(caption).trim() }, content: rows } : undefined;
};

const toTableRow = (row: RichTextElement, isHead: boolean): JSONContent => ({
  type: 'tableRow',
  attrs: { isHead },
  content: row.children.filter(isElement).map((cell) => ({
    type: cell.tag === 'th' ? 'tableHeader' : 'tableCell',
    attrs: { colspan: cell.attributes?.colSpan ?? 1, rowspan: cell.attributes?.rowSpan ?? 1, ...withLanguage(cell) },
    content: ensureBlocks(toBlocks(cell.children)),
  })),
});

/** Converts blocks. Wraps loose text in paragraphs. */
const toBlocks = (nodes: readonly RichTextNode[]): JSONContent[] => {
  const blocks: JSONContent[] = [];
  let looseNodes: RichTextNode[] = [];
  const close = () => {
    if (getText(looseNodes).trim() !== '') blocks.push(paragraph(looseNodes));
    looseNodes = [];
  };
  for (const node of nodes) {
    if (isInline(node)) {
      looseNodes.push(node);
      continue;
    }
    close();
    if (isElement(node)) blocks.push(...toBlock(node));
  }
  close();
  return blocks;
};

/** Adds an empty paragraph if there are no blocks, for parents that must contain one. */
const ensureBlocks = (blocks: JSONContent[]): JSONContent[] => (blocks.length === 0 ? [{ type: 'paragraph' }] : blocks);

/** Converts a list item, which must start with a paragraph. */
const toListItem = (item: RichTextElement): JSONContent => {
  const blocks = toBlocks(item.children);
  return { type: 'listItem', attrs: withLanguage(item), content: blocks[0]?.type === 'paragraph' ? blocks : [{ type: 'paragraph' }, ...blocks] };
};

/** Whether the provider accepts the URL as the source of an image. */
const isImageUrl = (address: string): boolean => /^(\/img\/upload\/|https:\/\/)/.test(address);

const toFigure = (figure: RichTextElement): JSONContent[] => {
  const parts = figure.children.filter(isElement);
  const image = parts.find(({ tag }) => tag === 'img');
  const isPlain = parts.every(({ tag }) => tag === 'img' || tag === 'figcaption') && parts.length < 3;
  if (image === undefined || !isPlain) return parts.length === 0 ? toBlocks(figure.children) : [toOpaque(figure)];
  const { src = '', alt = '', role = null, width = null, height = null } = image.attributes ?? {};
  if (!isImageUrl(src)) return toBlocks(figure.children.filter((child) => child !== image));
  const caption = toInline(parts.find(({ tag }) => tag === 'figcaption')?.children ?? []);
  return [{ type: 'figure', attrs: { src, alt, role, width, height }, ...(caption.length === 0 ? {} : { content: caption }) }];
};

const toBlock = (element: RichTextElement): JSONContent[] => {
  const { tag, attributes, children } = element;
  switch (tag) {
    case 'p':
      return [paragraph(children, withLanguage(element))];
    case 'h2':
    case 'h3':
    case 'h4':
    case 'h5':
    case 'h6':
      return [{ type: 'heading', attrs: { level: Math.min(Number(tag.slice(1)), 4), ...withLanguage(element) }, content: toInline(children) }];
    case 'ul':
    case 'ol': {
      const content = children.filter(isElement).map(toListItem);
      if (content.length === 0) return [];
      return [tag === 'ul' ? { type: 'bulletList', content } : { type: 'orderedList', attrs: { start: attributes?.start ?? 1 }, content }];
    }
    case 'blockquote':
      return [{ type: 'blockquote', attrs: withLanguage(element), content: ensureBlocks(toBlocks(children)) }];
    case 'pre':
      return [{ type: 'codeBlock', content: [{ type: 'text', text: getText(children) }] }];
    case 'hr':
      return [{ type: 'horizontalRule' }];
    case 'figure':
      return toFigure(element);
    case 'img':
      return toFigure({ tag: 'figure', children: [element] });
    case 'aside':
      return [{ type: HELP_BOX_NODE }];
    case 'iframe':
      return [{ type: 'embed', attrs: { src: attributes?.src ?? '', title: attributes?.title ?? null } }];
    case 'table':
      return [toTable(element) ?? toOpaque(element)];
    case 'dl':
      return [toOpaque(element)];
    default:
      return toBlocks(children);
  }
};

/** Converts parsed rich text to a document for the text field. The result is data instead of markup, so the browser does not parse any HTML. */
export const toDocument = (nodes: readonly RichTextNode[]): JSONContent => ({ type: 'doc', content: ensureBlocks(toBlocks(nodes)) });

/** Marks from the outermost to the innermost. The order is fixed, so that equal texts produce equal HTML. */
const MARK_TAGS: readonly (readonly [mark: string, tag: string])[] = [
  ['link', 'a'],
  ...PHRASES.map((tag) => [tag, tag] as const),
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['code', 'code'],
];

/** Returns the attributes of a node's mark; undefined if the node does not have the mark. */
const getMarkAttributes = (node: JSONContent, mark: string): string | undefined => {
  const found = node.marks?.find(({ type }) => type === mark);
  if (found === undefined) return undefined;
  const { href, title, dateTime } = found.attrs ?? {};
  return attributesHtml({ href, title: mark === 'abbr' ? title : null, dateTime });
};

/** Serialises inline nodes. Adjacent nodes with the same formatting share one element. */
const inlineHtml = (nodes: readonly JSONContent[], depth = 0): string => {
  const [mark, tag] = MARK_TAGS[depth] ?? [];
  if (mark === undefined) return nodes.map((node) => (node.type === 'hardBreak' ? '<br />' : escapeText(node.text ?? ''))).join('');
  let html = '';
  let remaining = nodes;
  for (let first = remaining[0]; first !== undefined; first = remaining[0]) {
    const attributes = getMarkAttributes(first, mark);
    const end = remaining.findIndex((node) => getMarkAttributes(node, mark) !== attributes);
    const text = inlineHtml(remaining.slice(0, end < 0 ? remaining.length : end), depth + 1);
    html += attributes === undefined ? text : `<${tag}${attributes}>${text}</${tag}>`;
    remaining = end < 0 ? [] : remaining.slice(end);
  }
  return html;
};

const wrapInTag = (tag: string, text: string, { lang, dir }: Readonly<Record<string, unknown>> = {}): string =>
  `<${tag}${attributesHtml({ lang, dir })}>${text}</${tag}>`;

const isPlainItem = (content: readonly JSONContent[]): boolean =>
  content[0]?.type === 'paragraph' && content.slice(1).every(({ type }) => type === 'bulletList' || type === 'orderedList');

const isHeadRow = ({ attrs, content = [] }: JSONContent): boolean => {
  const isHeader = ({ type }: JSONContent) => type === 'tableHeader';
  return attrs?.isHead === true ? content.some(isHeader) : attrs?.isHead !== false && content.length > 0 && content.every(isHeader);
};

const cellHtml = ({ type, attrs = {}, content = [] }: JSONContent): string => {
  const [first] = content;
  const isPlain = content.length === 1 && first?.type === 'paragraph' && !first.attrs?.lang && !first.attrs?.dir;
  const [colspan, rowspan] = [attrs.colspan, attrs.rowspan].map((span) => (span > 1 ? span : null));
  const tag = type === 'tableHeader' ? 'th' : 'td';
  return `<${tag}${attributesHtml({ colspan, rowspan, lang: attrs.lang, dir: attrs.dir })}>${isPlain ? inlineHtml(first.content ?? []) : blocksHtml(content)}</${tag}>`;
};

const tableHtml = ({ attrs = {}, content: rows = [] }: JSONContent): string => {
  const firstBodyRow = rows.findIndex((row) => !isHeadRow(row));
  const end = firstBodyRow === -1 ? rows.length : firstBodyRow;
  const section = (tag: string, part: readonly JSONContent[]): string =>
    part.length === 0 ? '' : wrapInTag(tag, part.map(({ content = [] }) => wrapInTag('tr', content.map(cellHtml).join(''))).join(''));
  const caption = attrs.caption === '' || attrs.caption === undefined ? '' : wrapInTag('caption', escapeText(String(attrs.caption)));
  return wrapInTag('table', `${caption}${section('thead', rows.slice(0, end))}${section('tbody', rows.slice(end))}`);
};

const blockHtml = (node: JSONContent): string => {
  const content = node.content ?? [];
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case 'paragraph':
      return wrapInTag('p', inlineHtml(content), attrs);
    case 'heading':
      return wrapInTag(`h${attrs.level}`, inlineHtml(content), attrs);
    case 'bulletList':
      return wrapInTag('ul', blocksHtml(content));
    case 'orderedList':
      return `<ol${attrs.start > 1 ? attributesHtml({ start: attrs.start }) : ''}>${blocksHtml(content)}</ol>`;
    case 'listItem':
      return wrapInTag('li', isPlainItem(content) ? `${inlineHtml(content[0]?.content ?? [])}${blocksHtml(content.slice(1))}` : blocksHtml(content), attrs);
    case 'blockquote':
      return wrapInTag('blockquote', blocksHtml(content), attrs);
    case 'embed':
      return `<iframe${attributesHtml({ src: attrs.src, title: attrs.title })}></iframe>`;
    case HELP_BOX_NODE:
      return `<aside${attributesHtml({ [HELP_BOX_ATTRIBUTE]: HELP_BOX })}></aside>`;
    case TABLE_NODE:
      return tableHtml(node);
    case 'opaque':
      return String(attrs.html);
    case 'codeBlock':
      return wrapInTag('pre', wrapInTag('code', inlineHtml(content)));
    case 'horizontalRule':
      return '<hr />';
    case 'figure': {
      const image = `<img${attributesHtml({ src: attrs.src, alt: attrs.alt, role: attrs.role, width: attrs.width, height: attrs.height })} />`;
      return wrapInTag('figure', `${image}${content.length === 0 ? '' : wrapInTag('figcaption', inlineHtml(content))}`);
    }
    default:
      return '';
  }
};

const blocksHtml = (nodes: readonly JSONContent[]): string => nodes.map(blockHtml).join('');

const isEmptyParagraph = ({ type, content }: JSONContent): boolean => type === 'paragraph' && (content ?? []).every(({ text = '' }) => text.trim() === '');

/** Converts the document to HTML in the same format as the provider's sanitiser, which then stores it unchanged. Omits empty paragraphs at the end. */
export const toHtml = (document: JSONContent): string => {
  const content = document.content ?? [];
  return blocksHtml(content.slice(0, content.findLastIndex((node) => !isEmptyParagraph(node)) + 1));
};
