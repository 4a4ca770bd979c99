import { isSafeHref } from '@site/shared/domain/safe-href';
import { parseDocument } from 'htmlparser2';

type PastedNode = ReturnType<typeof parseDocument>['children'][number];
type PastedElement = Extract<PastedNode, { attribs: unknown }>;

const isElement = (node: PastedNode): node is PastedElement => 'attribs' in node;
const escapeText = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

const getText = (node: PastedNode): string => {
  if (node.type === 'text') return node.data;
  return 'children' in node ? node.children.map(getText).join('') : '';
};
const isBlank = (node: PastedNode): boolean => !isElement(node) && getText(node).trim() === '';

/** Parses the declarations of a `style` attribute. */
const readStyle = ({ attribs: { style = '' } }: PastedElement): ReadonlyMap<string, string> =>
  new Map(
    style.split(';').map((declaration) => {
      const [name = '', ...value] = declaration.split(':');
      return [name.trim().toLowerCase(), value.join(':').trim().toLowerCase()];
    }),
  );

/** Whether the style cancels the element's formatting. For example, Google Docs wraps everything in a `b` with normal weight. */
const cancelsFormat = (name: string, style: ReadonlyMap<string, string>): boolean =>
  (['b', 'strong'].includes(name) && /^(?:normal|[1-5]00)$/.test(style.get('font-weight') ?? '')) ||
  (['i', 'em'].includes(name) && style.get('font-style') === 'normal');

/** Returns the tags that replace inline styles from word processors. Ignores bold in headings and underlines in links. */
const getFormats = (style: ReadonlyMap<string, string>, isInHeading: boolean, isInLink: boolean): string[] => {
  const weight = style.get('font-weight') ?? '';
  const line = `${style.get('text-decoration') ?? ''} ${style.get('text-decoration-line') ?? ''}`;
  return [
    ...(!isInHeading && (weight.startsWith('bold') || Number(weight) >= 600) ? ['strong'] : []),
    ...(/^(?:italic|oblique)/.test(style.get('font-style') ?? '') ? ['em'] : []),
    ...(!isInLink && line.includes('underline') ? ['u'] : []),
    ...(line.includes('line-through') ? ['s'] : []),
    ...(style.get('vertical-align') === 'super' ? ['sup'] : []),
    ...(style.get('vertical-align') === 'sub' ? ['sub'] : []),
  ];
};

interface Context {
  readonly isInHeading: boolean;
  readonly isInLink: boolean;
}

/** Serialises the attributes, except the style, which has already been read, and the default direction, which Google Docs repeats on every paragraph. */
const writeAttributes = ({ attribs }: PastedElement): string =>
  Object.entries(attribs)
    .filter(([name, value]) => name !== 'style' && name !== 'class' && !(name === 'dir' && value === 'ltr'))
    .map(([name, value]) => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`)
    .join('');

const wrapInTags = (tags: readonly string[], html: string): string => tags.reduceRight((inner, tag) => `<${tag}>${inner}</${tag}>`, html);

const writeElement = (element: PastedElement, context: Context): string => {
  const { name } = element;
  const style = readStyle(element);
  // Omit the bullet or number that Word writes into the paragraph.
  if (style.get('mso-list') === 'ignore') return '';
  const isInHeading = context.isInHeading || /^h[1-6]$/.test(name);
  const isInLink = context.isInLink || name === 'a';
  const content = writeNodes(element.children, { isInHeading, isInLink });
  const isPlain = name === 'span' || name === 'font' || cancelsFormat(name, style);
  if (isPlain) return wrapInTags(getFormats(style, isInHeading, isInLink), content);
  const inner = name === 'a' ? wrapInTags(getFormats(style, isInHeading, isInLink), content) : content;
  return `<${name}${writeAttributes(element)}>${inner}</${name}>`;
};

interface PastedItem {
  readonly level: number;
  readonly tag: 'ul' | 'ol';
  readonly element: PastedElement;
}

const BULLET = /^[\s\u00a0]*[·•▪◦‣●○■][\s\u00a0]*/;
const NUMBER = /^[\s\u00a0]*(?:\d{1,3}|[a-z]|[ivx]{1,4})[.)]/i;

const findMarker = (node: PastedNode): PastedElement | undefined => {
  if (!isElement(node)) return undefined;
  if (readStyle(node).get('mso-list') === 'ignore') return node;
  for (const child of node.children) {
    const marker = findMarker(child);
    if (marker !== undefined) return marker;
  }
  return undefined;
};

/** Removes a bullet at the start of the text. Returns whether the node contains text. */
const removeBullet = (node: PastedNode): boolean => {
  if (node.type === 'text') {
    if (node.data.trim() === '') return false;
    node.data = node.data.replace(BULLET, '');
    return true;
  }
  return 'children' in node && node.children.some(removeBullet);
};

/** Parses a paragraph that is a list item. Word marks list items in the style; other programs only write a bullet. */
const readItem = (node: PastedNode): PastedItem | undefined => {
  if (!isElement(node) || node.name !== 'p') return undefined;
  const list = readStyle(node).get('mso-list');
  const marker = findMarker(node);
  if (list !== undefined && marker !== undefined) {
    const level = Number(/level(\d)/.exec(list)?.[1] ?? 1);
    return { level, tag: NUMBER.test(getText(marker)) ? 'ol' : 'ul', element: node };
  }
  return BULLET.test(getText(node)) ? { level: 1, tag: 'ul', element: node } : undefined;
};

const writeList = (items: readonly PastedItem[], context: Context): string => {
  const open: string[] = [];
  let html = '';
  for (const { level, tag, element } of items) {
    // Nest at most one level deeper than the previous item.
    const depth = Math.min(level, open.length + 1);
    while (open.length > depth) html += `</li></${open.pop()}>`;
    if (open.length === depth) html += open.at(-1) === tag ? '</li>' : `</li></${open.pop()}>`;
    if (open.length < depth) {
      open.push(tag);
      html += `<${tag}>`;
    }
    if (findMarker(element) === undefined) removeBullet(element);
    html += `<li>${writeNodes(element.children, context)}`;
  }
  return (
    html +
    open
      .reverse()
      .map((tag) => `</li></${tag}>`)
      .join('')
  );
};

const LIST_TAGS = ['ul', 'ol'];

/** Moves nested lists into the preceding item, because Google Docs puts them between the items of the outer list. */
const nestLists = (nodes: readonly PastedNode[]): void => {
  for (const node of nodes) {
    if (!isElement(node)) continue;
    if (LIST_TAGS.includes(node.name)) {
      const items: PastedNode[] = [];
      for (const child of node.children) {
        const before = items.findLast(isElement);
        if (isElement(child) && LIST_TAGS.includes(child.name) && before?.name === 'li') before.children.push(child);
        else items.push(child);
      }
      node.children = items;
    }
    nestLists(node.children);
  }
};

function writeNodes(nodes: readonly PastedNode[], context: Context): string {
  let html = '';
  let items: PastedItem[] = [];
  const close = () => {
    html += writeList(items, context);
    items = [];
  };
  for (const node of nodes) {
    const item = readItem(node);
    if (item !== undefined) {
      items.push(item);
      continue;
    }
    if (isBlank(node) && items.length > 0) continue;
    close();
    if (node.type === 'text') html += escapeText(node.data);
    else if (isElement(node)) html += writeElement(node, context);
  }
  close();
  return html;
}

/** Returns the target of a Google redirect, which Google Docs and Gmail add to every link. */
const unwrapRedirect = (href: string): string => {
  if (!URL.canParse(href)) return href;
  const { hostname, pathname, searchParams } = new URL(href);
  const target = searchParams.get('q') ?? searchParams.get('url') ?? '';
  const isRedirect = /^(?:www\.)?google(?:\.[a-z]{2,3}){1,2}$/.test(hostname) && pathname === '/url';
  return isRedirect && URL.canParse(target) && isSafeHref(target) ? target : href;
};

/** Whether the image is stored on this site. Visitors' browsers would load any other image from an unknown server or not at all. */
const isOwnImage = (src: string, siteUrl: string): boolean => {
  if (!URL.canParse(src, siteUrl)) return false;
  const { origin, pathname } = new URL(src, siteUrl);
  return origin === new URL(siteUrl).origin && pathname.startsWith('/img/');
};

/** Removes images that are not stored on this site, replaces redirect links with their targets, and returns the number of removed images. */
const cleanUrls = (parent: { children: PastedNode[] }, siteUrl: string): number => {
  const before = parent.children.length;
  parent.children = parent.children.filter((node) => !isElement(node) || node.name !== 'img' || isOwnImage(node.attribs.src ?? '', siteUrl));
  let removed = before - parent.children.length;
  for (const node of parent.children) {
    if (!isElement(node)) continue;
    if (node.name === 'a' && node.attribs.href !== undefined) node.attribs.href = unwrapRedirect(node.attribs.href);
    removed += cleanUrls(node, siteUrl);
  }
  return removed;
};

interface PastedHtml {
  readonly html: string;
  /** Number of removed images, for example from other sites or from files on the device. */
  readonly removedImageCount: number;
}

/** Converts the styles in clipboard HTML from Google Docs and Word to elements, for example bold text and lists. The site's allow-list is applied later. */
export const readPastedHtml = (source: string, siteUrl: string): PastedHtml => {
  const document = parseDocument(source);
  const removedImageCount = cleanUrls(document, siteUrl);
  nestLists(document.children);
  return { html: writeNodes(document.children, { isInHeading: false, isInLink: false }), removedImageCount };
};

/** Whether the HTML contains visible text. Some programs copy a table both as text and as an image. */
export const hasPastedText = (html: string): boolean => {
  const { children } = parseDocument(html);
  const isText = (node: PastedNode): boolean => {
    if (node.type === 'text') return node.data.trim() !== '';
    return isElement(node) && !['style', 'script', 'head', 'title'].includes(node.name) && node.children.some(isText);
  };
  return children.some((child) => isText(child) || (isElement(child) && ['html', 'body'].includes(child.name) && child.children.some(isText)));
};
