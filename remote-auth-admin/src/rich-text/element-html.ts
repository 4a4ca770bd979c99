import type { RichTextAttributes, RichTextElement, RichTextNode } from '@site/shared/domain/rich-text';

const NAMES: Readonly<Record<string, string>> = { colSpan: 'colspan', rowSpan: 'rowspan', dateTime: 'datetime' };
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'img']);

export const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const escapeValue = (text: string): string => escapeText(text).replaceAll('"', '&quot;');

/** Attributes as they stand in HTML; those without a value are left out. */
export const attributesHtml = (attributes: RichTextAttributes | Readonly<Record<string, unknown>>): string =>
  Object.entries(attributes)
    .map(([name, value]) => (value === null || value === undefined ? '' : ` ${NAMES[name] ?? name}="${escapeValue(String(value))}"`))
    .join('');

const nodeHtml = (node: RichTextNode): string => (typeof node === 'string' ? escapeText(node) : elementHtml(node));

/** One element with all that is in it, written as the provider's sanitiser writes it. */
export const elementHtml = ({ tag, attributes = {}, children }: RichTextElement): string => {
  const start = `<${tag}${attributesHtml(attributes)}`;
  return VOID.has(tag) ? `${start} />` : `${start}>${children.map(nodeHtml).join('')}</${tag}>`;
};
