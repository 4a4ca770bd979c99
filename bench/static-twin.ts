import { DomUtils, parseDocument } from 'htmlparser2';

/** What only the site's script and its builder need. */
const MACHINE_ATTRIBUTES: readonly string[] = ['data-discover', 'data-rspack', 'data-menu'];

/**
 * The page as a careful person would write it by hand: the same text, pictures, styles and early hints (preloads) as the composed page,
 * and nothing for a script: no script element of any kind, no data, no marks.
 */
export const staticTwin = (composedHtml: string): string => {
  const document = parseDocument(composedHtml, { decodeEntities: false });
  for (const script of DomUtils.getElementsByTagName('script', document)) DomUtils.removeElement(script);
  for (const node of DomUtils.find((each) => each.type === 'comment', document, true, Number.POSITIVE_INFINITY)) DomUtils.removeElement(node);
  for (const element of DomUtils.getElementsByTagName('*', document)) for (const name of MACHINE_ATTRIBUTES) delete element.attribs[name];
  // The state that the head's script gives the page, written down.
  for (const root of DomUtils.getElementsByTagName('html', document)) root.attribs.class = 'js';
  // Styles in one element, as one writes them.
  const [first, ...others] = DomUtils.getElementsByTagName('style', document);
  for (const style of others) {
    if (first !== undefined) for (const text of [...style.children]) DomUtils.appendChild(first, text);
    DomUtils.removeElement(style);
  }
  const html = DomUtils.getOuterHTML(document, { decodeEntities: false });
  if (/<script|<!--/.test(html)) throw new Error('The twin must not hold any script or remark.');
  return html;
};
