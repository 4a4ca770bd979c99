import type { RichTextAttributes, RichTextElement, RichTextNode, RichTextTag } from './rich-text-node.ts';

interface OpenElement {
  readonly tag: RichTextTag | 'root';
  /** Name in the source, which its end tag repeats; '' for an element that the source did not write. */
  readonly name: string;
  readonly attributes: RichTextAttributes;
  readonly children: RichTextNode[];
}

/** Deeper than any honest document; what goes deeper stands without its element, so that no stack overflows. */
const DEPTH_LIMIT = 40;

const BLOCKS: ReadonlySet<string> = new Set([
  'blockquote',
  'dl',
  'figure',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'iframe',
  'img',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
]);
/** Hold blocks or words. */
const CONTAINERS: ReadonlySet<string> = new Set(['root', 'blockquote', 'caption', 'dd', 'dt', 'figcaption', 'figure', 'li', 'td', 'th']);
/** Hold certain children only; anything else inside gets the child that it lacks. */
const STRUCTURES: ReadonlyMap<string, RichTextTag> = new Map([
  ['ul', 'li'],
  ['ol', 'li'],
  ['dl', 'dd'],
  ['table', 'tbody'],
  ['thead', 'tr'],
  ['tbody', 'tr'],
  ['tfoot', 'tr'],
  ['tr', 'td'],
]);
/** Children that stand in certain parents only. */
const PARENTS: ReadonlyMap<string, readonly string[]> = new Map([
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
const VOID: ReadonlySet<string> = new Set(['br', 'hr', 'iframe', 'img']);
/** May be empty: a table's columns would shift without them. */
const MAY_BE_EMPTY: ReadonlySet<string> = new Set(['br', 'hr', 'iframe', 'img', 'td', 'th']);
/** Where words need a paragraph around them. */
const NEEDS_PARAGRAPH: ReadonlySet<string> = new Set(['root', 'blockquote']);

const isBlank = (text: string): boolean => text.trim() === '';
const isEmpty = (nodes: readonly RichTextNode[]): boolean => nodes.every((node) => (typeof node === 'string' ? isBlank(node) : node.tag === 'br'));

/** Takes away what editors leave behind: empty paragraphs, items and figures. */
const prune = (nodes: readonly RichTextNode[]): readonly RichTextNode[] =>
  nodes.flatMap((node): RichTextNode[] => {
    if (typeof node === 'string') return [node];
    const children = prune(node.children);
    if (!MAY_BE_EMPTY.has(node.tag) && isEmpty(children)) return [];
    return [{ ...node, children }];
  });

/** Builds a tree that is valid HTML from the events of any parser, valid or not. */
export class RichTextTree {
  readonly #stack: [OpenElement, ...OpenElement[]] = [{ tag: 'root', name: '', attributes: {}, children: [] }];
  /** A box ended here: following words in the same item or cell start a paragraph. */
  #broken = false;

  open(tag: RichTextTag, attributes: RichTextAttributes, name: string): void {
    const parents = PARENTS.get(tag);
    if (parents !== undefined) this.#openChild(tag, attributes, name, parents);
    else if (tag === 'img') this.#openPicture(attributes);
    else if (tag === 'br') this.#lineBreak();
    else if (BLOCKS.has(tag)) {
      this.#toContainer();
      this.#push(tag, attributes, name);
    } else if (tag !== 'a' || !this.#has('a')) {
      this.#toWords();
      this.#push(tag, attributes, name);
    }
  }

  text(value: string): void {
    if (isBlank(value) && (STRUCTURES.has(this.#top.tag) || CONTAINERS.has(this.#top.tag))) {
      const last = this.#top.children.at(-1);
      // Between two words of an item a space counts; between blocks it does not.
      if (last === undefined || STRUCTURES.has(this.#top.tag) || (typeof last !== 'string' && BLOCKS.has(last.tag))) return;
      if (NEEDS_PARAGRAPH.has(this.#top.tag)) return;
    } else {
      this.#toWords();
    }
    const { children } = this.#top;
    const last = children.at(-1);
    if (typeof last === 'string') children[children.length - 1] = last + value;
    else children.push(value);
  }

  close(name: string): void {
    const index = this.#stack.findLastIndex((element) => element.name === name);
    if (index > 0) this.#truncate(index);
  }

  breakParagraph(): void {
    this.#toContainer();
    this.#broken = true;
  }

  finish(): readonly RichTextNode[] {
    return prune(this.#stack[0].children);
  }

  get #top(): OpenElement {
    return this.#stack.at(-1) ?? this.#stack[0];
  }

  #has(tag: RichTextTag): boolean {
    return this.#stack.some((element) => element.tag === tag);
  }

  #truncate(length: number): void {
    this.#stack.length = Math.max(1, length);
  }

  #push(tag: RichTextTag, attributes: RichTextAttributes = {}, name = ''): void {
    if (this.#stack.length > DEPTH_LIMIT) return;
    const children: RichTextNode[] = [];
    const element: RichTextElement = Object.keys(attributes).length === 0 ? { tag, children } : { tag, attributes, children };
    this.#top.children.push(element);
    this.#broken = false;
    if (!VOID.has(tag)) this.#stack.push({ tag, name, attributes, children });
  }

  /** Ends paragraphs, headings and phrases, which cannot hold blocks, and gives lists and tables the child that they lack. */
  #toContainer(): void {
    const index = this.#stack.findLastIndex((element) => CONTAINERS.has(element.tag) || STRUCTURES.has(element.tag));
    this.#truncate(index + 1);
    this.#fillStructure();
  }

  #fillStructure(): void {
    for (let child = STRUCTURES.get(this.#top.tag); child !== undefined; child = STRUCTURES.get(this.#top.tag)) {
      const depth = this.#stack.length;
      this.#push(child);
      if (this.#stack.length === depth) return;
    }
  }

  #toWords(): void {
    this.#fillStructure();
    const startsParagraph = this.#broken && CONTAINERS.has(this.#top.tag) && this.#top.children.length > 0;
    if (NEEDS_PARAGRAPH.has(this.#top.tag) || startsParagraph) this.#push('p');
    this.#broken = false;
  }

  #openChild(tag: RichTextTag, attributes: RichTextAttributes, name: string, parents: readonly string[]): void {
    const index = this.#stack.findLastIndex((element) => parents.includes(element.tag));
    if (index < 0) {
      this.breakParagraph();
      return;
    }
    this.#truncate(index + 1);
    if (tag === 'tr' && this.#top.tag === 'table') this.#push('tbody');
    this.#push(tag, attributes, name);
  }

  #openPicture(attributes: RichTextAttributes): void {
    this.#toContainer();
    const isFramed = this.#has('figure');
    if (!isFramed) this.#push('figure');
    this.#push('img', attributes);
    if (!isFramed) this.#truncate(this.#stack.length - 1);
  }

  #lineBreak(): void {
    if (NEEDS_PARAGRAPH.has(this.#top.tag) || STRUCTURES.has(this.#top.tag)) this.breakParagraph();
    else this.#push('br');
  }
}
