import { parseStylesheet } from '@site/releases/parse-stylesheet';
import { LRUCache } from 'lru-cache';
import type { ChildNode, Declaration } from 'postcss';
import { SCRIPT_CLASS } from '../../layout/display-preferences.ts';
import type { Stylesheet } from '../remotes/usable-version.ts';

/**
 * Selects the styles of a page's first screen: the rules of its stylesheets for elements above the fold. They are inlined. The complete stylesheets are linked
 * in the head and apply together, in their order, when all have arrived, so the final styles do not depend on this selection. Other teams write the remotes'
 * stylesheets. The parser rejects those that are too large, and all work here is linear in their length.
 */

/** `first`: rules for the first screen. `all`: all rules, for a page that requests neither stylesheets nor fonts. */
type Extent = 'first' | 'all';

/** Content of a rule. `uses` are the custom properties that it refers to. */
type Piece =
  | { readonly kind: 'declaration'; readonly name: string; readonly text: string; readonly uses: readonly string[] }
  | { readonly kind: 'block'; readonly prelude: string; readonly pieces: readonly Piece[]; readonly uses: readonly string[] }
  | { readonly kind: 'statement'; readonly text: string; readonly uses: readonly string[] };

/**
 * A rule with the conditions around it. `selectors` lists the classes and grounds that each of its selectors needs. It is undefined for rules that do not
 * select elements (`@font-face`).
 */
interface Rule {
  readonly condition: string;
  readonly prelude: string;
  readonly pieces: readonly Piece[];
  readonly selectors: readonly (readonly string[])[] | undefined;
  /** Words in values that may be names of `@keyframes`. */
  readonly names: readonly string[];
}

/** Removes the parts in these brackets, which require no class, or the absence of one. */
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
 * Selectors for states that can wait: hovered, calm mode, opened or disabled. Until then the browser's default outline shows the focus. Pages are written from
 * left to right.
 */
const DEFERRED_STATES = /:(?:hover|active|disabled|focus-visible|:selection)\b|\[(?:(?:open|dir="?rtl"?|data-(?:calm|open|stuck))\]|aria-disabled\b)/;
/** Selectors for elements around an opened element, which can wait too. */
const HAS_OPEN_DESCENDANT = /(?<!:not\():has\([^()]*(?:\[open\]|:popover-open)/;

/** Matches the ground, an attribute that selects the colours. */
const GROUND = /\[(data-ground=[\w-]+)\]/g;

const readSelectors = (selectors: readonly string[], extent: Extent): string[][] =>
  selectors
    .map((selector) => ({ selector, outer: dropEnclosed(selector, ['(', ')']) }))
    .filter(({ selector, outer }) => extent === 'all' || !(DEFERRED_STATES.test(outer) || HAS_OPEN_DESCENDANT.test(selector)))
    .map(({ outer }) => [...dropEnclosed(outer, ['[', ']']).matchAll(/\.([\w-]+)/g), ...outer.matchAll(GROUND)].map(([, name = '']) => name));

const CONDITIONS = /^@(?:media|supports|container)\b/;
/**
 * Conditions of rules that can wait. Visitors do not print or scroll a page before it has arrived, a visitor's own colours apply without exceptions, and saving
 * data no longer matters for bytes that have arrived. Decoration is written under `(color)`, which every colour screen matches.
 */
const DEFERRED_CONDITIONS = /^@(?:media (?:print$|\(color\)|\((?:forced-colors|prefers-contrast|prefers-reduced-data):)|supports ?\(animation-timeline:)/;

/** Properties that matter only when a visitor interacts with an element: transitions and cursors. */
const INTERACTION_PROPERTIES = /^(?:transition[\w-]*|cursor)$/;
const ANIMATION = /^(?:--|(?:-\w+-)?animation(?:-name)?$)/;
const USED_PROPERTY = /var\((--[\w-]+)/g;

/** Uses of a custom property that its value can replace: they have no fallback and no adjacent text with which the value could merge. */
const REPLACEABLE_USE = /(?<=[\s(,:/])var\((--[\w-]+)\)(?=[\s),/]|$)/g;
/** Numbers, colours and functions of these, which have the same meaning everywhere. */
const PLAIN_VALUE = /^(?!.*var\()[\w#%.,()+*/ -]+$/;

const findUsedProperties = (text: string, pattern = USED_PROPERTY): string[] => [...text.matchAll(pattern)].map(([, name = '']) => name);

const writeDeclaration = ({ prop, value, important }: Declaration): string => `${prop}:${value}${important ? '!important' : ''}`;

const toPrelude = (node: Exclude<ChildNode, Declaration | { type: 'comment' }>): string =>
  node.type === 'rule' ? node.selector : `@${node.name}${node.raws.afterName ?? ' '}${node.params}`;

const readPieces = (nodes: readonly ChildNode[], extent: Extent): Piece[] =>
  nodes.flatMap((node): Piece[] => {
    if (node.type === 'comment') return [];
    if (node.type === 'decl') {
      if (extent === 'first' && INTERACTION_PROPERTIES.test(node.prop)) return [];
      return [{ kind: 'declaration', name: node.prop, text: writeDeclaration(node), uses: findUsedProperties(node.value) }];
    }
    const prelude = toPrelude(node);
    const uses = findUsedProperties(prelude);
    return [node.nodes === undefined ? { kind: 'statement', text: prelude, uses } : { kind: 'block', prelude, pieces: readPieces(node.nodes, extent), uses }];
  });

const hasPieces = (pieces: readonly Piece[]): boolean => pieces.some((piece) => piece.kind !== 'block' || hasPieces(piece.pieces));

/** Returns the words in values that may name an animation: those of animation properties, and of custom properties used by them. */
const readNames = (nodes: readonly ChildNode[]): string[] =>
  nodes.flatMap((node) => {
    if (node.type === 'decl') return ANIMATION.test(node.prop) ? (node.value.match(/[\w-]+/g) ?? []) : [];
    return 'nodes' in node && node.nodes !== undefined ? readNames(node.nodes) : [];
  });

const FONT_FILE = /url\(/;
const isExcluded = (node: ChildNode, prelude: string, extent: Extent): boolean =>
  extent === 'first'
    ? DEFERRED_CONDITIONS.test(prelude)
    : prelude === '@font-face' && 'nodes' in node && node.nodes?.some((each) => each.type === 'decl' && FONT_FILE.test(each.value)) === true;

const readRules = (nodes: readonly ChildNode[], extent: Extent, condition = ''): Rule[] =>
  nodes.flatMap((node): Rule[] => {
    if (node.type === 'comment' || node.type === 'decl' || node.nodes === undefined) return [];
    const prelude = toPrelude(node).trim();
    if (isExcluded(node, prelude, extent)) return [];
    if (condition === '' && CONDITIONS.test(prelude)) return readRules(node.nodes, extent, prelude);
    const pieces = readPieces(node.nodes, extent);
    if (!hasPieces(pieces)) return [];
    const selectors = node.type === 'rule' ? readSelectors(node.selectors, extent) : undefined;
    return [{ condition, prelude, pieces, selectors, names: prelude.startsWith('@keyframes') ? [] : readNames(node.nodes) }];
  });

/** Returns no rules for a stylesheet that cannot be parsed. A release with such a stylesheet is not served. */
const parseRules = (css: string, extent: Extent): Rule[] => {
  try {
    return readRules(parseStylesheet(css).nodes, extent);
  } catch {
    return [];
  }
};

/** Parsed rules of stylesheets, which many pages share. */
const parsedRules = { first: new WeakMap<Stylesheet, readonly Rule[]>(), all: new WeakMap<Stylesheet, readonly Rule[]>() };
const getRules = (sheet: Stylesheet, extent: Extent): readonly Rule[] => {
  const rulesBySheet = parsedRules[extent];
  const rules = rulesBySheet.get(sheet) ?? parseRules(sheet.css, extent);
  rulesBySheet.set(sheet, rules);
  return rules;
};

const CLASS_ATTRIBUTE = / class="([^"]*)"/g;
const GROUND_ATTRIBUTE = / data-ground="([^"]*)"/g;

/** Content of a closed `details` element. */
const CLOSED_CONTENT = /<\/summary>.*?(?:<\/details>|$)/gs;

const readClasses = (html: string): Set<string> => {
  const classes = new Set([SCRIPT_CLASS]);
  for (const [, names = ''] of html.matchAll(CLASS_ATTRIBUTE)) for (const name of names.split(' ')) classes.add(name);
  for (const [, ground = ''] of html.matchAll(GROUND_ATTRIBUTE)) classes.add(`data-ground=${ground}`);
  return classes;
};

/** Finds the custom properties that rules use, directly or through other custom properties. */
const findNeededProperties = (rules: readonly Rule[], initialProperties: readonly string[]): Set<string> => {
  const neededProperties = new Set<string>();
  const usedBy = new Map<string, string[]>();
  const waiting = [...initialProperties];
  const visit = (pieces: readonly Piece[]): void => {
    for (const piece of pieces) {
      if (piece.kind === 'declaration' && piece.name.startsWith('--')) {
        const existingUses = usedBy.get(piece.name);
        if (existingUses === undefined) usedBy.set(piece.name, [...piece.uses]);
        else existingUses.push(...piece.uses);
      } else waiting.push(...piece.uses);
      if (piece.kind === 'block') visit(piece.pieces);
    }
  };
  for (const { prelude, condition, pieces } of rules) {
    waiting.push(...findUsedProperties(condition), ...findUsedProperties(prelude));
    visit(pieces);
  }
  for (let name = waiting.pop(); name !== undefined; name = waiting.pop()) {
    if (neededProperties.has(name)) continue;
    neededProperties.add(name);
    waiting.push(...(usedBy.get(name) ?? []));
  }
  return neededProperties;
};

/**
 * Finds custom properties whose value can replace their uses: they are declared once, for the whole page, and their value is no longer than the use. This saves
 * the declarations (210 of 14,330 bytes) and look-ups by the browser.
 */
const findConstants = (rules: readonly Rule[]): Map<string, string> => {
  const constants = new Map<string, string>();
  const declared = new Set<string>();
  const keptProperties = new Set<string>();
  const keep = (names: readonly string[]): void => {
    for (const name of names) keptProperties.add(name);
  };
  const visit = (pieces: readonly Piece[], isPageLevel: boolean): void => {
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
      if (isPageLevel && PLAIN_VALUE.test(value) && value.length <= `var(${name})`.length) constants.set(name, value);
      if (!isPageLevel || declared.has(name)) keptProperties.add(name);
      declared.add(name);
    }
  };
  for (const { prelude, condition, pieces } of rules) {
    keep([...findUsedProperties(condition), ...findUsedProperties(prelude)]);
    visit(pieces, prelude === ':root' && condition === '');
  }
  for (const name of keptProperties) constants.delete(name);
  return constants;
};

const writeWithConstants = (text: string, constants: ReadonlyMap<string, string>): string =>
  constants.size === 0 ? text : text.replace(REPLACEABLE_USE, (use, name) => constants.get(name) ?? use);

const writePieces = (pieces: readonly Piece[], neededProperties: ReadonlySet<string>, constants: ReadonlyMap<string, string>): string => {
  let text = '';
  let needsSemicolon = false;
  for (const piece of pieces) {
    if (piece.kind === 'declaration' && piece.name.startsWith('--') && (!neededProperties.has(piece.name) || constants.has(piece.name))) continue;
    const inner = piece.kind === 'block' ? writePieces(piece.pieces, neededProperties, constants) : '';
    if (piece.kind === 'block' && inner === '') continue;
    text += `${needsSemicolon ? ';' : ''}${piece.kind === 'block' ? `${piece.prelude}{${inner}}` : writeWithConstants(piece.text, constants)}`;
    needsSemicolon = piece.kind !== 'block';
  }
  return text;
};

const writeRules = (rules: readonly Rule[], neededProperties: ReadonlySet<string>, constants: ReadonlyMap<string, string>): string => {
  let text = '';
  let open = '';
  for (const { condition, prelude, pieces } of rules) {
    const inner = writePieces(pieces, neededProperties, constants);
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
  const usedNames = new Set(found.flatMap(({ names }) => names));
  const isNeededRule = ({ prelude }: Rule): boolean => {
    const name = KEYFRAMES.exec(prelude)?.[1];
    return name === undefined || usedNames.has(name);
  };
  const rules = found.filter(isNeededRule);
  // A page that requests no stylesheet keeps its custom properties, because scripts may add elements that use them.
  return writeRules(rules, findNeededProperties(rules, properties), extent === 'first' ? findConstants(rules) : new Map());
};

/** Selected styles. Pages of the same kind have the same classes. */
const selections = new LRUCache<string, string>({ max: 200 });

const selectExtent = (sheets: readonly Stylesheet[], html: string, extent: Extent): string => {
  const classes = readClasses(html);
  // Custom properties in style attributes can wait for the stylesheets, too.
  const properties = extent === 'all' ? findUsedProperties(html) : [];
  const key = [extent, ...sheets.map(({ integrity }) => integrity), ...classes, ...properties].join(' ');
  const selection = selections.get(key) ?? select(sheets, classes, properties, extent);
  selections.set(key, selection);
  return selection;
};

/** Selects the rules of these stylesheets that apply to initially visible elements of `html`, except rules that can wait for the stylesheets. */
export const selectStyles = (sheets: readonly Stylesheet[], html: string): string => selectExtent(sheets, html.replace(CLOSED_CONTENT, ''), 'first');

/** Selects all rules that apply to elements of `html`, except for the site's own fonts, so that nothing else is requested. */
export const selectAllStyles = (sheets: readonly Stylesheet[], html: string): string => selectExtent(sheets, html, 'all');
