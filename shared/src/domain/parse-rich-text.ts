import { Parser } from 'htmlparser2';
import { readEmbed } from './embed.ts';
import { isHelpBox } from './help-box.ts';
import type { RichTextAttributes, RichTextElement, RichTextNode, RichTextTag } from './rich-text.ts';
import { BLOCK_TAGS, RICH_TEXT_TAGS } from './rich-text-tags.ts';

const LINK_SCHEMES = ['http:', 'https:', 'mailto:', 'tel:'];
const IMAGE_SCHEMES = ['http:', 'https:'];
const PLACEHOLDER_ORIGIN = 'https://own.invalid';

type Source = Readonly<Record<string, string>>;

/** Returns the URL without this site's origin, or undefined if its scheme is not allowed. */
const toSafeUrl = (value: string | undefined, schemes: readonly string[], siteUrl: string): string | undefined => {
  const trimmed = value?.trim() ?? '';
  if (trimmed === '' || !URL.canParse(trimmed, PLACEHOLDER_ORIGIN)) return undefined;
  const url = new URL(trimmed, PLACEHOLDER_ORIGIN);
  if (!schemes.includes(url.protocol)) return undefined;
  const isOwn = url.origin === PLACEHOLDER_ORIGIN || (URL.canParse(siteUrl) && url.origin === new URL(siteUrl).origin);
  if (!isOwn) return url.href;
  // Return a bare fragment unchanged, because a fragment resolved against the origin would link to the home page.
  return trimmed.startsWith('#') ? url.hash || undefined : `${url.pathname}${url.search}${url.hash}`;
};

const positiveInteger = (value: string | undefined, largest: number): number | undefined => {
  if (value === undefined || !/^\d{1,5}$/.test(value.trim())) return undefined;
  const number = Number(value);
  return number >= 1 && number <= largest ? number : undefined;
};

const omitUndefined = (attributes: Readonly<Record<string, string | number | undefined>>): RichTextAttributes =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));

const getLanguageAttributes = (source: Source) => ({
  lang: /^[a-z]{2,3}(-[a-z0-9]{2,8})*$/i.test(source.lang ?? '') ? source.lang : undefined,
  dir: ['ltr', 'rtl', 'auto'].includes(source.dir ?? '') ? source.dir : undefined,
});

/**
 * Returns the allowed attributes of an element. Undefined if a required attribute is missing: a link without `href`, an image without `src`, or a player that
 * is not on the allow-list.
 */
const toSafeAttributes = (tag: RichTextTag, source: Source, siteUrl: string): RichTextAttributes | undefined => {
  switch (tag) {
    case 'a': {
      const href = toSafeUrl(source.href, LINK_SCHEMES, siteUrl);
      return href === undefined ? undefined : omitUndefined({ href, ...getLanguageAttributes(source) });
    }
    case 'img': {
      const src = toSafeUrl(source.src, IMAGE_SCHEMES, siteUrl);
      if (src === undefined) return undefined;
      const alt = source.alt ?? '';
      return omitUndefined({
        src,
        alt,
        role: isBlank(alt) && source.role === 'presentation' ? source.role : undefined,
        width: positiveInteger(source.width, 20_000),
        height: positiveInteger(source.height, 20_000),
      });
    }
    case 'iframe': {
      const embed = readEmbed(source.src?.trim() ?? '');
      return embed === undefined ? undefined : omitUndefined({ src: embed.src, title: source.title?.trim() || undefined });
    }
    case 'td':
    case 'th':
      return omitUndefined({ colSpan: positiveInteger(source.colspan, 50), rowSpan: positiveInteger(source.rowspan, 500), ...getLanguageAttributes(source) });
    case 'ol':
      return omitUndefined({ start: positiveInteger(source.start, 99_999), ...getLanguageAttributes(source) });
    case 'time':
      return omitUndefined({ dateTime: source.datetime, ...getLanguageAttributes(source) });
    case 'abbr':
      return omitUndefined({ title: source.title, ...getLanguageAttributes(source) });
    default:
      return omitUndefined(getLanguageAttributes(source));
  }
};

interface OpenElement {
  readonly tag: RichTextTag | 'root';
  /** Tag name in the source, which the end tag repeats; '' for an element that is not in the source. */
  readonly name: string;
  readonly attributes: RichTextAttributes;
  readonly children: RichTextNode[];
}

/** Nesting limit, deeper than any real document. Deeper elements are dropped but their content is kept, so that the stack cannot overflow. */
const DEPTH_LIMIT = 40;

const BLOCK_TAG_SET: ReadonlySet<string> = new Set(BLOCK_TAGS);
const CONTAINERS: ReadonlySet<string> = new Set(['root', 'blockquote', 'caption', 'dd', 'dt', 'figcaption', 'figure', 'li', 'td', 'th']);
/** Elements that may contain only certain children; other content is wrapped in the listed child. */
const REQUIRED_CHILDREN: ReadonlyMap<string, RichTextTag> = new Map([
  ['ul', 'li'],
  ['ol', 'li'],
  ['dl', 'dd'],
  ['table', 'tbody'],
  ['thead', 'tr'],
  ['tbody', 'tr'],
  ['tfoot', 'tr'],
  ['tr', 'td'],
]);
const ALLOWED_PARENTS: ReadonlyMap<string, readonly string[]> = new Map([
  ['li', ['ul', 'ol']],
  ['dt', ['dl']],
  ['dd', ['dl']],
  ['figcaption', ['figure']],
  ['caption', ['table']],
  ['thead', ['table']],
  ['tbody', ['table']],
  ['tfoot', ['table']],
  ['tr', ['table', 'thead', 'tbody', 'tfoot']],
  ['td', ['tr']],
  ['th', ['tr']],
]);
const VOID_TAGS: ReadonlySet<string> = new Set(['aside', 'br', 'hr', 'iframe', 'img']);
/** Elements that may be empty. Without empty cells, the columns of a table would shift. */
const TAGS_KEPT_WHEN_EMPTY: ReadonlySet<string> = new Set(['aside', 'br', 'hr', 'iframe', 'img', 'td', 'th']);
const PARAGRAPH_PARENTS: ReadonlySet<string> = new Set(['root', 'blockquote']);

const isBlank = (text: string): boolean => text.trim() === '';
const isEmpty = (nodes: readonly RichTextNode[]): boolean => nodes.every((node) => (typeof node === 'string' ? isBlank(node) : node.tag === 'br'));

/** Removes empty paragraphs, items and figures, which rich text editors leave behind. */
const prune = (nodes: readonly RichTextNode[]): readonly RichTextNode[] =>
  nodes.flatMap((node): RichTextNode[] => {
    if (typeof node === 'string') return [node];
    const children = prune(node.children);
    if (!TAGS_KEPT_WHEN_EMPTY.has(node.tag) && isEmpty(children)) return [];
    return [{ ...node, children }];
  });

/**
 * Builds a tree of valid HTML from any parser's events, even if the source is invalid. Its methods use TypeScript's `private`, because Safari 14.1 supports `#`
 * only for fields.
 */
class RichTextTree {
  readonly #stack: [OpenElement, ...OpenElement[]] = [{ tag: 'root', name: '', attributes: {}, children: [] }];
  /** Whether the paragraph has just been broken, for example by a `div`. Text after the break in the same item or cell starts a new paragraph. */
  #broken = false;

  open(tag: RichTextTag, attributes: RichTextAttributes, name: string): void {
    const parents = ALLOWED_PARENTS.get(tag);
    if (parents !== undefined) this.openChild(tag, attributes, name, parents);
    else if (tag === 'img') this.openImage(attributes);
    else if (tag === 'br') this.lineBreak();
    else if (BLOCK_TAG_SET.has(tag)) {
      this.returnToContainer();
      this.push(tag, attributes, name);
    } else if (tag !== 'a' || !this.has('a')) {
      this.prepareInlineContent();
      this.push(tag, attributes, name);
    }
  }

  text(value: string): void {
    if (isBlank(value) && (REQUIRED_CHILDREN.has(this.top.tag) || CONTAINERS.has(this.top.tag))) {
      const last = this.top.children.at(-1);
      // White space in an item matters between inline elements, but not between blocks.
      if (last === undefined || REQUIRED_CHILDREN.has(this.top.tag) || (typeof last !== 'string' && BLOCK_TAG_SET.has(last.tag))) return;
      if (PARAGRAPH_PARENTS.has(this.top.tag)) return;
    } else {
      this.prepareInlineContent();
    }
    const { children } = this.top;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + value;
    else children.push(value);
  }

  close(name: string): void {
    const index = this.#stack.findLastIndex((element) => element.name === name);
    if (index > 0) this.truncate(index);
  }

  breakParagraph(): void {
    this.returnToContainer();
    this.#broken = true;
  }

  finish(): readonly RichTextNode[] {
    return prune(this.#stack[0].children);
  }

  private get top(): OpenElement {
    return this.#stack.at(-1) ?? this.#stack[0];
  }

  private has(tag: RichTextTag): boolean {
    return this.#stack.some((element) => element.tag === tag);
  }

  private truncate(length: number): void {
    this.#stack.length = Math.max(1, length);
  }

  private push(tag: RichTextTag, attributes: RichTextAttributes = {}, name = ''): void {
    if (this.#stack.length > DEPTH_LIMIT) return;
    const children: RichTextNode[] = [];
    const element: RichTextElement = Object.keys(attributes).length === 0 ? { tag, children } : { tag, attributes, children };
    this.top.children.push(element);
    this.#broken = false;
    if (!VOID_TAGS.has(tag)) this.#stack.push({ tag, name, attributes, children });
  }

  /** Closes paragraphs, headings and inline elements, which cannot contain blocks. Adds the required child to lists and tables. */
  private returnToContainer(): void {
    const index = this.#stack.findLastIndex((element) => CONTAINERS.has(element.tag) || REQUIRED_CHILDREN.has(element.tag));
    this.truncate(index + 1);
    this.fillStructure();
  }

  private fillStructure(): void {
    for (let child = REQUIRED_CHILDREN.get(this.top.tag); child !== undefined; child = REQUIRED_CHILDREN.get(this.top.tag)) {
      const depth = this.#stack.length;
      this.push(child);
      if (this.#stack.length === depth) return;
    }
  }

  private prepareInlineContent(): void {
    this.fillStructure();
    const startsParagraph = this.#broken && CONTAINERS.has(this.top.tag) && this.top.children.length > 0;
    if (PARAGRAPH_PARENTS.has(this.top.tag) || startsParagraph) this.push('p');
    this.#broken = false;
  }

  private openChild(tag: RichTextTag, attributes: RichTextAttributes, name: string, parents: readonly string[]): void {
    const index = this.#stack.findLastIndex((element) => parents.includes(element.tag));
    if (index < 0) {
      this.breakParagraph();
      return;
    }
    this.truncate(index + 1);
    if (tag === 'tr' && this.top.tag === 'table') this.push('tbody');
    this.push(tag, attributes, name);
  }

  private openImage(attributes: RichTextAttributes): void {
    this.returnToContainer();
    const isInFigure = this.has('figure');
    if (!isInFigure) this.push('figure');
    this.push('img', attributes);
    if (!isInFigure) this.truncate(this.#stack.length - 1);
  }

  private lineBreak(): void {
    if (PARAGRAPH_PARENTS.has(this.top.tag) || REQUIRED_CHILDREN.has(this.top.tag)) this.breakParagraph();
    else this.push('br');
  }
}

/** Elements that are dropped with their content; for an allowed `iframe`, only the content is dropped. */
const DROPPED_TAGS = new Set([
  'applet',
  'audio',
  'base',
  'button',
  'canvas',
  'datalist',
  'embed',
  'frame',
  'frameset',
  'head',
  'iframe',
  'link',
  'map',
  'math',
  'meta',
  'noembed',
  'noframes',
  'noscript',
  'object',
  'option',
  'param',
  'plaintext',
  'script',
  'select',
  'style',
  'svg',
  'template',
  'textarea',
  'title',
  'video',
  'xml',
  'xmp',
]);
const DROPPED_VOID_TAGS = new Set(['base', 'embed', 'frame', 'link', 'meta', 'param']);
/** Blocks without semantics. The text in them starts a new paragraph. */
const PARAGRAPH_BREAKING_TAGS = new Set(['address', 'article', 'aside', 'center', 'div', 'fieldset', 'footer', 'form', 'header', 'main', 'nav', 'section']);

const ALLOWED_TAGS: ReadonlySet<string> = new Set(RICH_TEXT_TAGS);
const isAllowedTag = (name: string): name is RichTextTag => ALLOWED_TAGS.has(name);

const HEADING = /^h[1-6]$/;

/** Renumbers the heading levels in use to start below the page's title, so that no level is skipped and the page has one h1. */
const normaliseHeadings = (used: readonly string[]): ReadonlyMap<string, RichTextTag> => {
  const ranks: readonly RichTextTag[] = ['h2', 'h3', 'h4', 'h5', 'h6'];
  const sortedHeadings = [...new Set(used)].sort();
  return new Map(sortedHeadings.map((name, index) => [name, ranks[Math.min(index, ranks.length - 1)] ?? 'h6']));
};

const listHeadings = (html: string): string[] => Array.from(html.matchAll(/<(h[1-6])\b/gi), (match) => (match[1] ?? '').toLowerCase());

/**
 * Parses editors' HTML into data that contains only allowed elements and attributes. The result is the same on the server and in the browser, and the browser's
 * parser would not change the resulting HTML, so hydration matches the server's HTML.
 */
export const parseRichText = (html: string, siteUrl: string): readonly RichTextNode[] => {
  const tree = new RichTextTree();
  const headings = normaliseHeadings(listHeadings(html));
  let droppedTag: string | undefined;
  let droppedDepth = 0;

  const parser = new Parser({
    onopentag(name, source) {
      if (droppedTag !== undefined) {
        if (name === droppedTag) droppedDepth += 1;
        return;
      }
      if (DROPPED_TAGS.has(name)) {
        const playerAttributes = name === 'iframe' ? toSafeAttributes(name, source, siteUrl) : undefined;
        if (playerAttributes !== undefined) tree.open('iframe', playerAttributes, name);
        if (!DROPPED_VOID_TAGS.has(name)) {
          droppedTag = name;
          droppedDepth = 1;
        }
        return;
      }
      if (name === 'aside' && isHelpBox(source)) {
        tree.open('aside', {}, name);
        droppedTag = name;
        droppedDepth = 1;
        return;
      }
      if (PARAGRAPH_BREAKING_TAGS.has(name)) {
        tree.breakParagraph();
        return;
      }
      const tag = HEADING.test(name) ? headings.get(name) : name;
      if (tag === undefined || !isAllowedTag(tag)) return;
      const attributes = toSafeAttributes(tag, source, siteUrl);
      if (attributes !== undefined) tree.open(tag, attributes, name);
    },
    ontext(text) {
      if (droppedTag === undefined) tree.text(text);
    },
    onclosetag(name) {
      if (droppedTag !== undefined) {
        if (name === droppedTag) droppedDepth -= 1;
        if (droppedDepth === 0) droppedTag = undefined;
        return;
      }
      if (PARAGRAPH_BREAKING_TAGS.has(name)) tree.breakParagraph();
      else tree.close(name);
    },
  });
  parser.end(html);
  return tree.finish();
};
