import type { JSONContent } from '@tiptap/core';
import { attributesHtml, escapeText } from './element-html.ts';
import { PHRASES } from './phrase-marks.ts';

/** Outermost first, always in this order, so that the same text is the same HTML. What is not named here has its own name as its element. */
const MARK_TAGS: readonly (readonly [mark: string, tag: string])[] = [
  ['link', 'a'],
  ...PHRASES.map((tag) => [tag, tag] as const),
  ['bold', 'strong'],
  ['italic', 'em'],
  ['underline', 'u'],
  ['strike', 's'],
  ['code', 'code'],
];

/** The attributes of a mark that the node has; undefined when it has not. */
const markOf = (node: JSONContent, mark: string): string | undefined => {
  const found = node.marks?.find(({ type }) => type === mark);
  if (found === undefined) return undefined;
  const { href, title, dateTime } = found.attrs ?? {};
  return attributesHtml({ href, title: mark === 'abbr' ? title : null, dateTime });
};

/** Neighbours with the same formatting share one element. */
const inline = (nodes: readonly JSONContent[], depth = 0): string => {
  const [mark, tag] = MARK_TAGS[depth] ?? [];
  if (mark === undefined) return nodes.map((node) => (node.type === 'hardBreak' ? '<br />' : escapeText(node.text ?? ''))).join('');
  let html = '';
  let rest = nodes;
  for (let first = rest[0]; first !== undefined; first = rest[0]) {
    const attributes = markOf(first, mark);
    const end = rest.findIndex((node) => markOf(node, mark) !== attributes);
    const words = inline(rest.slice(0, end < 0 ? rest.length : end), depth + 1);
    html += attributes === undefined ? words : `<${tag}${attributes}>${words}</${tag}>`;
    rest = end < 0 ? [] : rest.slice(end);
  }
  return html;
};

const wrap = (tag: string, words: string, { lang, dir }: Readonly<Record<string, unknown>> = {}): string =>
  `<${tag}${attributesHtml({ lang, dir })}>${words}</${tag}>`;

const isPlainItem = (content: readonly JSONContent[]): boolean =>
  content[0]?.type === 'paragraph' && content.slice(1).every(({ type }) => type === 'bulletList' || type === 'orderedList');

const block = (node: JSONContent): string => {
  const content = node.content ?? [];
  const attrs = node.attrs ?? {};
  switch (node.type) {
    case 'paragraph':
      return wrap('p', inline(content), attrs);
    case 'heading':
      return wrap(`h${attrs.level}`, inline(content), attrs);
    case 'bulletList':
      return wrap('ul', blocks(content));
    case 'orderedList':
      return `<ol${attrs.start > 1 ? attributesHtml({ start: attrs.start }) : ''}>${blocks(content)}</ol>`;
    case 'listItem':
      return wrap('li', isPlainItem(content) ? `${inline(content[0]?.content ?? [])}${blocks(content.slice(1))}` : blocks(content), attrs);
    case 'blockquote':
      return wrap('blockquote', blocks(content), attrs);
    case 'embed':
      return `<iframe${attributesHtml({ src: attrs.src, title: attrs.title })}></iframe>`;
    case 'kept':
      return String(attrs.html);
    case 'codeBlock':
      return wrap('pre', wrap('code', inline(content)));
    case 'horizontalRule':
      return '<hr />';
    case 'figure': {
      const picture = `<img${attributesHtml({ src: attrs.src, alt: attrs.alt, width: attrs.width, height: attrs.height })} />`;
      return wrap('figure', `${picture}${content.length === 0 ? '' : wrap('figcaption', inline(content))}`);
    }
    default:
      return '';
  }
};

const blocks = (nodes: readonly JSONContent[]): string => nodes.map(block).join('');

const isEmptyParagraph = ({ type, content }: JSONContent): boolean => type === 'paragraph' && (content ?? []).every(({ text = '' }) => text.trim() === '');

/** The document as the HTML that the provider stores, written as its sanitiser writes it: what was sent comes back unchanged. Empty paragraphs at the end are the field's own. */
export const toHtml = (document: JSONContent): string => {
  const content = document.content ?? [];
  return blocks(content.slice(0, content.findLastIndex((node) => !isEmptyParagraph(node)) + 1));
};
