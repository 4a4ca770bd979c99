import { parseStylesheet } from '@site/releases/parse-stylesheet';
import { LRUCache } from 'lru-cache';
import type { ChildNode, Declaration } from 'postcss';
import { SCRIPT_CLASS } from '../../layout/display-preferences.ts';
import type { Stylesheet } from '../remotes/active-set.ts';

/**
 * The styles of a page's first screen: of its stylesheets, the rules for elements that its HTML has before the fold. They are inlined; the complete
 * stylesheets are linked in the head and apply once all have arrived, in their order, so that the final styles do not depend on this selection.
 *
 * Stylesheets of remotes are other teams' text: the parser refuses what is too large, and everything here takes the same time for each character.
 */

/** `first`: of the first screen. `all`: of a page that requests no stylesheet, and no file of a font. */
type Extent = 'first' | 'all';

/** What is between the braces of a rule. `uses` are the custom properties that it refers to. */
type Piece =
  | { readonly kind: 'declaration'; readonly name: string; readonly text: string; readonly uses: readonly string[] }
  | { readonly kind: 'block'; readonly prelude: string; readonly pieces: readonly Piece[]; readonly uses: readonly string[] }
  | { readonly kind: 'statement'; readonly text: string; readonly uses: readonly string[] };

/** A rule with the conditions around it. `selectors` has the classes, and the ground, that each of its selectors needs; it is undefined where the rule is not about elements (`@font-face`). */
interface Rule {
  readonly condition: string;
  readonly prelude: string;
  readonly pieces: readonly Piece[];
  readonly selectors: readonly (readonly string[])[] | undefined;
  /** Words of the values that may name `@keyframes`. */
  readonly names: readonly string[];
}

/** Without what these brackets enclose: that requires no class of an element, or requires one not to be there. */
const dropEnclosed = (selectors: string, [opening, closing]: readonly [string, string]): string => {
  if (!selectors.includes(opening)) return selectors;
  let depth = 0;
  let text = '';
  for (const character of selectors) {
    if (character === opening) depth += 1;
    if (depth === 0) text += character;
    if (character === closing) depth -= 1;
  }
  return text;
};

/**
 * What changes under a pointer, in calm mode, or when something is opened or switched off, can wait, and until then a browser's own ring shows the keyboard's focus; pages are written from
 * left to right.
 */
const NOT_AT_FIRST = /:(?:hover|active|disabled|focus-visible|:selection)\b|\[(?:(?:open|dir="?rtl"?|data-(?:calm|open|stuck))\]|aria-disabled\b)/;
/** The same of an element around what is opened. */
const AROUND_OPENED = /(?<!:not\():has\([^()]*(?:\[open\]|:popover-open)/;

/** Colours depend on the ground, which is an attribute. */
const GROUND = /\[(data-ground=[\w-]+)\]/g;

const readSelectors = (selectors: readonly string[], extent: Extent): string[][] =>
  selectors
    .map((selector) => ({ selector, outer: dropEnclosed(selector, ['(', ')']) }))
    .filter(({ selector, outer }) => extent === 'all' || !(NOT_AT_FIRST.test(outer) || AROUND_OPENED.test(selector)))
    .map(({ outer }) => [...dropEnclosed(outer, ['[', ']']).matchAll(/\.([\w-]+)/g), ...outer.matchAll(GROUND)].map(([, name = '']) => name));

const CONDITIONS = /^@(?:media|supports|container)\b/;
/**
 * Visitors do not print a page that has not arrived, and until it has, a reader's own colours apply without exceptions, and nothing has been scrolled. Nothing is saved by what has
 * arrived. Ornament is written under `(color)`, which every screen in colour matches.
 */
const LATER = /^@(?:media (?:print$|\(color\)|\((?:forced-colors|prefers-contrast|prefers-reduced-data):)|supports ?\(animation-timeline:)/;

/** Only what a visitor uses moves, or has a pointer over it. */
const OF_USE = /^(?:transition[\w-]*|cursor)$/;
const ANIMATION = /^(?:--|(?:-\w+-)?animation(?:-name)?$)/;
const USED_PROPERTY = /var\((--[\w-]+)/g;

/** A use that its value can take the place of: without a fallback, and not next to what it could be read together with. */
const REPLACEABLE_USE = /(?<=[\s(,:/])var\((--[\w-]+)\)(?=[\s),/]|$)/g;
/** Numbers, colours and functions of them, which mean the same wherever they stand. */
const PLAIN_VALUE = /^(?!.*var\()[\w#%.,()+*/ -]+$/;

const findUsedProperties = (text: string, pattern = USED_PROPERTY): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

const writeDeclaration = ({ prop, value, important }: Declaration): string => `${prop}:${value}${important ? '!important' : ''}`;

const toPrelude = (node: Exclude<ChildNode, Declaration | { type: 'comment' }>): string =>
  node.type === 'rule' ? node.selector : `@${node.name}${node.raws.afterName ?? ' '}${node.params}`;

const readPieces = (nodes: readonly ChildNode[], extent: Extent): Piece[] =>
  nodes.flatMap((node): Piece[] => {
    if (node.type === 'comment') return [];
    if (node.type === 'decl') {
      if (extent === 'first' && OF_USE.test(node.prop)) return [];
      return [{ kind: 'declaration', name: node.prop, text: writeDeclaration(node), uses: findUsedProperties(node.value) }];
    }
    const prelude = toPrelude(node);
    const uses = findUsedProperties(prelude);
    return [node.nodes === undefined ? { kind: 'statement', text: prelude, uses } : { kind: 'block', prelude, pieces: readPieces(node.nodes, extent), uses }];
  });

const hasPieces = (pieces: readonly Piece[]): boolean => pieces.some((piece) => piece.kind !== 'block' || hasPieces(piece.pieces));

/** Words of the values that may name an animation: its own properties, and custom ones that stand for them. */
const readNames = (nodes: readonly ChildNode[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'decl') return ANIMATION.test(node.prop) ? (node.value.match(/[\w-]+/g) ?? []) : [];
    return 'nodes' in node && node.nodes !== undefined ? readNames(node.nodes) : [];
  });

const FONT_FILE = /url\(/;
const isLeftOut = (node: ChildNode, prelude: string, extent: Extent): boolean =>
  extent === 'first'
    ? LATER.test(prelude)
    : prelude === '@font-face' && 'nodes' in node && node.nodes?.some((each) => each.type === 'decl' && FONT_FILE.test(each.value)) === true;

const readRules = (nodes: readonly ChildNode[], extent: Extent, condition = ''): Rule[] =>
  nodes.flatMap((node): Rule[] => {
    if (node.type === 'comment' || node.type === 'decl' || node.nodes === undefined) return [];
    const prelude = toPrelude(node).trim();
    if (isLeftOut(node, prelude, extent)) return [];
    if (condition === '' && CONDITIONS.test(prelude)) return readRules(node.nodes, extent, prelude);
    const pieces = readPieces(node.nodes, extent);
    if (!hasPieces(pieces)) return [];
    const selectors = node.type === 'rule' ? readSelectors(node.selectors, extent) : undefined;
    return [{ condition, prelude, pieces, selectors, names: prelude.startsWith('@keyframes') ? [] : readNames(node.nodes) }];
  });

/** Nothing of a stylesheet that cannot be parsed; a release with one is not served. */
const parseRules = (css: string, extent: Extent): Rule[] => {
  try {
    return readRules(parseStylesheet(css).nodes, extent);
  } catch {
    return [];
  }
};

/** The same few stylesheets are on many pages. */
const knownRules = { first: new WeakMap<Stylesheet, readonly Rule[]>(), all: new WeakMap<Stylesheet, readonly Rule[]>() };
const getRules = (sheet: Stylesheet, extent: Extent): readonly Rule[] => {
  const known = knownRules[extent];
  const rules = known.get(sheet) ?? parseRules(sheet.css, extent);
  known.set(sheet, rules);
  return rules;
};

const CLASS_ATTRIBUTE = / class="([^"]*)"/g;
const GROUND_ATTRIBUTE = / data-ground="([^"]*)"/g;

/** What a `details` element shows when it is opened. */
const CLOSED_CONTENT = /<\/summary>.*?(?:<\/details>|$)/gs;

const readClasses = (html: string): Set<string> => {
  const classes = new Set([SCRIPT_CLASS]);
  for (const [, names = ''] of html.matchAll(CLASS_ATTRIBUTE)) for (const name of names.split(' ')) classes.add(name);
  for (const [, ground = ''] of html.matchAll(GROUND_ATTRIBUTE)) classes.add(`data-ground=${ground}`);
  return classes;
};

/** The custom properties that are used elsewhere, or by anything but a custom property that is not used itself. */
const findNeededProperties = (rules: readonly Rule[], usedElsewhere: readonly string[]): Set<string> => {
  const needed = new Set<string>();
  const usedBy = new Map<string, string[]>();
  const waiting = [...usedElsewhere];
  const visit = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      if (piece.kind === 'declaration' && piece.name.startsWith('--')) {
        const known = usedBy.get(piece.name);
        if (known === undefined) usedBy.set(piece.name, [...piece.uses]);
        else known.push(...piece.uses);
      } else waiting.push(...piece.uses);
      if (piece.kind === 'block') visit(piece.pieces);
    }
  };
  for (const { prelude, condition, pieces } of rules) {
    waiting.push(...findUsedProperties(condition), ...findUsedProperties(prelude));
    visit(pieces);
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (needed.has(name)) continue;
    needed.add(name);
    waiting.push(...(usedBy.get(name) ?? []));
  }
  return needed;
};

/**
 * The values of custom properties that take their place: of those that are declared once, for the whole page, and whose value is no longer than the use. It saves the declarations, and
 * the browser looks up less: 210 of 14,330 bytes.
 */
const findConstants = (rules: readonly Rule[]): Map<string, string> => {
  const constants = new Map<string, string>();
  const declared = new Set<string>();
  const kept = new Set<string>();
  const keep = (names: readonly string[]): void => {
    for (const name of names) kept.add(name);
  };
  const visit = (pieces: readonly Piece[], isOfPage: boolean): void => {
    for (const piece of pieces) {
      if (piece.kind === 'block') visit(piece.pieces, false);
      if (piece.kind !== 'declaration') {
        keep(piece.uses);
        continue;
      }
      const { name, text, uses } = piece;
      if (/["']/.test(text) || findUsedProperties(text, REPLACEABLE_USE).length < uses.length) keep(uses);
      if (!name.startsWith('--')) continue;
      const value = text.slice(name.length + 1);
      if (isOfPage && PLAIN_VALUE.test(value) && value.length <= `var(${name})`.length) constants.set(name, value);
      if (!isOfPage || declared.has(name)) kept.add(name);
      declared.add(name);
    }
  };
  for (const { prelude, condition, pieces } of rules) {
    keep([...findUsedProperties(condition), ...findUsedProperties(prelude)]);
    visit(pieces, prelude === ':root' && condition === '');
  }
  for (const name of kept) constants.delete(name);
  return constants;
};

const writeDeclared = (text: string, constants: ReadonlyMap<string, string>): string =>
  constants.size === 0 ? text : text.replace(REPLACEABLE_USE, (use, name) => constants.get(name) ?? use);

const writePieces = (pieces: readonly Piece[], needed: ReadonlySet<string>, constants: ReadonlyMap<string, string>): string => {
  let text = '';
  let isOpen = false;
  for (const piece of pieces) {
    if (piece.kind === 'declaration' && piece.name.startsWith('--') && (!needed.has(piece.name) || constants.has(piece.name))) continue;
    const inner = piece.kind === 'block' ? writePieces(piece.pieces, needed, constants) : '';
    if (piece.kind === 'block' && inner === '') continue;
    text += `${isOpen ? ';' : ''}${piece.kind === 'block' ? `${piece.prelude}{${inner}}` : writeDeclared(piece.text, constants)}`;
    isOpen = piece.kind !== 'block';
  }
  return text;
};

const writeRules = (rules: readonly Rule[], needed: ReadonlySet<string>, constants: ReadonlyMap<string, string>): string => {
  let text = '';
  let open = '';
  for (const { condition, prelude, pieces } of rules) {
    const inner = writePieces(pieces, needed, constants);
    if (inner === '') continue;
    if (condition !== open) text += `${open === '' ? '' : '}'}${condition === '' ? '' : `${condition}{`}`;
    open = condition;
    text += `${prelude}{${inner}}`;
  }
  return open === '' ? text : `${text}}`;
};

const KEYFRAMES = /^@keyframes\s+(\S+)$/;

const select = (sheets: readonly Stylesheet[], classes: ReadonlySet<string>, properties: readonly string[], extent: Extent): string => {
  const isUsed = ({ selectors }: Rule): boolean => selectors === undefined || selectors.some((names) => names.every((name) => classes.has(name)));
  const found = sheets.flatMap((sheet) => getRules(sheet, extent).filter(isUsed));
  const named = new Set(found.flatMap(({ names }) => names));
  const isNamed = ({ prelude }: Rule): boolean => {
    const name = KEYFRAMES.exec(prelude)?.[1];
    return name === undefined || named.has(name);
  };
  const rules = found.filter(isNamed);
  // A page that requests no stylesheet keeps them, for what scripts add to it.
  return writeRules(rules, findNeededProperties(rules, properties), extent === 'first' ? findConstants(rules) : new Map());
};

/** Pages of one kind have the same classes. */
const selections = new LRUCache<string, string>({ max: 200 });

const selectExtent = (sheets: readonly Stylesheet[], html: string, extent: Extent): string => {
  const classes = readClasses(html);
  // Those of style attributes can wait for the stylesheets, too.
  const properties = extent === 'all' ? findUsedProperties(html) : [];
  const key = [extent, ...sheets.map(({ integrity }) => integrity), ...classes, ...properties].join(' ');
  const selection = selections.get(key) ?? select(sheets, classes, properties, extent);
  selections.set(key, selection);
  return selection;
};

/** The rules of these stylesheets, in their order, that apply to elements in `html` which are shown at first, without what can wait for the stylesheets. */
export const selectStyles = (sheets: readonly Stylesheet[], html: string): string => selectExtent(sheets, html.replace(CLOSED_CONTENT, ''), 'first');

/** All of their rules that apply to elements in `html`, except for fonts of the site's own: nothing else is requested. */
export const selectAllStyles = (sheets: readonly Stylesheet[], html: string): string => selectExtent(sheets, html, 'all');
