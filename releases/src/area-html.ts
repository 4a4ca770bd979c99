import { LIMITS } from '@site/shared/domain/limits';

/**
 * Checks the HTML of an area before a release is accepted, and again before the host inserts it into the shell's `<main>`. The check repairs nothing: it
 * accepts a strict subset of HTML, in which every element is allowed, closed in order and written as React writes it, and rejects everything else. A property
 * test compares it with a browser's parser.
 */

const names = (...lists: string[]): ReadonlySet<string> => new Set(lists.flatMap((list) => list.split(' ')));

const WITHOUT_END_TAG = names('br hr img input wbr source track col area');
const HTML_ELEMENTS = names(
  'a abbr address article aside audio b bdi bdo blockquote button caption cite code colgroup data datalist dd del details dfn dialog div dl dt em fieldset',
  'figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup i iframe ins kbd label legend li map mark menu meter nav ol optgroup option output p picture pre',
  'progress q rp rt ruby s samp search section select small span strong sub summary sup svg table tbody td textarea tfoot th thead time tr u ul var video',
);
const SVG_ELEMENTS = names(
  'svg g path circle rect line polyline polygon ellipse defs clipPath mask pattern linearGradient radialGradient stop text tspan symbol use title desc image marker',
  'filter feGaussianBlur feOffset feBlend feColorMatrix feFlood feMerge feMergeNode feComposite feTurbulence feDisplacementMap feDropShadow',
);
/** Elements that may contain only text, because a browser would parse tags inside them differently. */
const TEXT_ONLY = names('textarea iframe title desc option');
/** Elements that a browser closes automatically if they are nested. */
const NOT_NESTED = names('a button form select option optgroup p label dialog');
const HEADINGS = names('h1 h2 h3 h4 h5 h6');
/** Allowed parents of these elements. Anywhere else, a browser ignores the element, moves its neighbours, or closes an element around it. */
const PARENTS: Readonly<Record<string, ReadonlySet<string>>> = {
  option: names('select optgroup datalist'),
  optgroup: names('select'),
  caption: names('table'),
  colgroup: names('table'),
  col: names('colgroup'),
  thead: names('table'),
  tbody: names('table'),
  tfoot: names('table'),
  tr: names('thead tbody tfoot'),
  td: names('tr'),
  th: names('tr'),
  li: names('ul ol menu'),
  rt: names('ruby'),
  rp: names('ruby'),
};
/** The only children that these elements may have. Text is not allowed either. */
const CHILDREN: Readonly<Record<string, ReadonlySet<string>>> = {
  select: names('option optgroup hr'),
  optgroup: names('option'),
  table: names('caption colgroup thead tbody tfoot'),
  colgroup: names('col'),
  thead: names('tr'),
  tbody: names('tr'),
  tfoot: names('tr'),
  tr: names('td th'),
};
/** Elements that a `p` may not contain, because a browser would close the `p` before them. */
const BLOCKS = names(
  'address article aside blockquote details dialog div dl fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr menu nav ol p pre search section',
  'summary table ul li dd dt',
);

/** Attributes that contain a URL. */
const URL_ATTRIBUTES = names('href src action formaction poster cite data background longdesc xlink:href');
/** Absolute URLs that a page may contain. A relative URL has no colon before its first `/`, `?` or `#`. */
const SAFE_URL = /^(?:https?:|mailto:|tel:|[^:&]*(?:[/?#]|$))/i;
/** On any other element, `name` would create a property of `document`. */
const NAMEABLE_ELEMENTS = names('input select textarea button output fieldset details');
/** Allowed only for images. On other elements, the URL would load a document. */
const DATA_IMAGE = /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i;
const FORBIDDEN_ATTRIBUTES = names('srcdoc is nonce slot http-equiv');

/**
 * One tag, comment or text at the current position. Attribute values contain neither `<` nor `>`, because React escapes them. White space is what HTML defines
 * as such: `\s` would also match characters that belong to a name or value.
 */
const TOKEN =
  /([^<>\0]+)|<(\/?)([a-zA-Z][a-zA-Z0-9]*)((?:[ \t\n\f\r]+[a-zA-Z_:][a-zA-Z0-9_:.-]*(?:=(?:"[^"<>\0]*"|'[^'<>\0]*'|[^ \t\n\f\r"'=<>`\0]+))?)*)[ \t\n\f\r]*(\/?)>|<!--(| |\$|\/\$|\$!|&|\/&|F!|F)-->|(>)/gy;
const ATTRIBUTE = /[ \t\n\f\r]+([a-zA-Z_:][a-zA-Z0-9_:.-]*)(?:=(?:"([^"]*)"|'([^']*)'|([^ \t\n\f\r"'=<>`]+)))?/g;

/** Text other than white space. */
const TEXT = /[^ \t\n\f\r]/;

/** Deeper than any real page. Each element is compared with its ancestors, and browsers limit the nesting depth. */
const DEPTH_LIMIT = 100;

/**
 * Ids that the page around an area has in any of its variants, because the release checks do not know which variant is rendered. One of the host's tests
 * compares this list.
 */
export const SHELL_IDS: ReadonlySet<string> = names(
  'site page-data page-styles later-styles trustedTypes main help help-title header menu-ways-in menu-explore footer-join-in footer-explore footer-hubs',
  'footer-ways-in closing-call',
);

const checkAttributes = (name: string, attributes: string): string | undefined => {
  for (const [, rawName = '', ...values] of attributes.matchAll(ATTRIBUTE)) {
    const attribute = rawName.toLowerCase();
    const value = values.find((candidate) => candidate !== undefined) ?? '';
    if (attribute.startsWith('on') || FORBIDDEN_ATTRIBUTES.has(attribute)) return `the attribute ${attribute} on <${name}>`;
    if (URL_ATTRIBUTES.has(attribute) && !SAFE_URL.test(value.trim()) && !(name === 'img' && DATA_IMAGE.test(value)))
      return `the address ${value.slice(0, 60)} on <${name}>`;
    // Compare the raw value, because a character reference could stand for a shell id.
    if (attribute === 'id' && (SHELL_IDS.has(value) || value.includes('&'))) return `the id ${value}, which the page has already or may have`;
    if (attribute === 'name' && !NAMEABLE_ELEMENTS.has(name)) return `a name on <${name}>`;
  }
  return undefined;
};

interface OpenElement {
  readonly name: string;
  readonly isSvg: boolean;
}

const checkStart = (name: string, parent: OpenElement | undefined, open: readonly OpenElement[]): string | undefined => {
  const isInSvg = parent?.isSvg === true;
  if (isInSvg ? !SVG_ELEMENTS.has(name) : !HTML_ELEMENTS.has(name) && !WITHOUT_END_TAG.has(name))
    return `<${name}> is not allowed ${isInSvg ? 'in <svg>' : 'here'}`;
  if (open.length >= DEPTH_LIMIT) return `elements nested more than ${DEPTH_LIMIT} deep`;
  if (parent === undefined) return PARENTS[name] === undefined && name !== 'dt' && name !== 'dd' ? undefined : `<${name}> outside of its parent`;
  if (TEXT_ONLY.has(parent.name)) return `<${name}> in <${parent.name}>`;
  if (isInSvg) return undefined;
  if (PARENTS[name]?.has(parent.name) === false) return `<${name}> in <${parent.name}>`;
  if (CHILDREN[parent.name]?.has(name) === false) return `<${name}> in <${parent.name}>`;
  if ((name === 'dt' || name === 'dd') && parent.name !== 'dl' && !(parent.name === 'div' && open.at(-2)?.name === 'dl')) return `<${name}> outside of <dl>`;
  if (HEADINGS.has(name) && open.some((element) => HEADINGS.has(element.name))) return `<${name}> in a heading`;
  if (NOT_NESTED.has(name) && open.some((element) => element.name === name)) return `<${name}> in <${name}>`;
  if (BLOCKS.has(name) && open.some((element) => element.name === 'p')) return `<${name}> in <p>`;
  return undefined;
};

/** Returns why the HTML may not become an area, or undefined if it may. */
export const checkAreaHtml = (html: string): string | undefined => {
  const open: OpenElement[] = [];
  /** Open Suspense and Activity boundaries, which React marks with these comments. */
  const boundaries: number[] = [];
  TOKEN.lastIndex = 0;
  let position = 0;
  for (let count = 1; position < html.length; count += 1) {
    if (count > LIMITS.htmlTokens) return `more than ${LIMITS.htmlTokens} tags, texts and comments`;
    const token = TOKEN.exec(html);
    if (token === null) return `it is not well-formed at "${html.slice(position, position + 40)}"`;
    position = TOKEN.lastIndex;
    const [, text, slash, name, attributes = '', selfClosing, comment] = token;
    const parent = open.at(-1);
    if (text !== undefined) {
      if (parent !== undefined && !parent.isSvg && CHILDREN[parent.name] !== undefined && TEXT.test(text)) return `text in <${parent.name}>`;
    } else if (comment !== undefined) {
      if (parent !== undefined && TEXT_ONLY.has(parent.name)) return `a comment in <${parent.name}>`;
      if (comment === '$' || comment === '$!' || comment === '&') boundaries.push(open.length);
      else if ((comment === '/$' || comment === '/&') && boundaries.pop() !== open.length) return 'a boundary that does not end where it began';
    } else if (name !== undefined && slash === '/') {
      if (attributes !== '' || selfClosing === '/' || parent?.name !== name)
        return `</${name}> where ${parent === undefined ? 'nothing' : `<${parent.name}>`} is open`;
      if (boundaries.length > 0 && (boundaries.at(-1) ?? 0) >= open.length) return 'a boundary that does not end where it began';
      open.pop();
    } else if (name !== undefined) {
      const problem = checkStart(name, parent, open) ?? checkAttributes(name, attributes);
      if (problem !== undefined) return problem;
      const isVoid = parent?.isSvg !== true && WITHOUT_END_TAG.has(name);
      if (isVoid) continue;
      if (selfClosing === '/') return `<${name}/>, which does not close itself`;
      open.push({ name, isSvg: name === 'svg' || parent?.isSvg === true });
    } else if (parent !== undefined && (TEXT_ONLY.has(parent.name) || CHILDREN[parent.name] !== undefined)) return `">" in <${parent.name}>`;
  }
  if (open.length > 0) return `<${open.at(-1)?.name}> is not closed`;
  return boundaries.length > 0 ? 'a boundary that does not end' : undefined;
};

const PRELOADS =
  /^(?:<link rel="preload" as="image"(?: (?:href|imageSrcSet|imageSizes|fetchPriority|referrerPolicy|crossorigin|crossOrigin)="[^"<>\0]*")*\/>)*$/;

/** Returns why the resource hints may not precede the page, or undefined if they may. React writes hints for images in the first viewport. */
export const checkPreloads = (preloads: string): string | undefined => (PRELOADS.test(preloads) ? undefined : `the hint ${preloads.slice(0, 100)}`);
