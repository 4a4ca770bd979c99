import { LRUCache } from 'lru-cache';
import { SCRIPT_CLASS } from '../../layout/display-preferences.ts';
import type { Stylesheet } from '../remotes/active-set.ts';

/**
 * The styles of a page's first screen: of its stylesheets, the rules for elements that its HTML has before the fold. They are inlined; the complete
 * stylesheets are linked in the head and apply once all have arrived, in their order, so that the final styles do not depend on this selection.
 *
 * The parser is the host's own, because stylesheets of remotes are other teams' text: it takes the same time for each character, and what it does not understand stays in one piece.
 */

/** `first`: of the first screen. `all`: of a page that requests no stylesheet, and no file of a font. */
type Extent = 'first' | 'all';

/** A rule with the conditions around it. `selectors` has the classes, and the ground, that each of its selectors needs; it is undefined where the rule is not about elements (`@font-face`). */
interface Rule {
  readonly condition: string;
  readonly prelude: string;
  readonly body: string;
  readonly selectors: readonly (readonly string[])[] | undefined;
}

interface Statement {
  readonly prelude: string;
  /** Undefined for a statement that ends with a semicolon. */
  readonly body: string | undefined;
}

/** The position of the quote that ends the string which begins at `start`. */
const findQuote = (css: string, start: number): number => {
  let at = start + 1;
  while (at < css.length && css[at] !== css[start]) at += css[at] === '\\' ? 2 : 1;
  return at;
};

/** The statements of a stylesheet, or of a block in it. */
const readStatements = (css: string): Statement[] => {
  const statements: Statement[] = [];
  let start = 0;
  let open = 0;
  let braces = 0;
  let brackets = 0;
  for (let at = 0; at < css.length; at += 1) {
    const character = css[at];
    if (character === '\\') at += 1;
    else if (character === '"' || character === "'") at = findQuote(css, at);
    else if (character === '(') brackets += 1;
    else if (character === ')') brackets -= 1;
    else if (character === '{') {
      if (braces === 0) open = at;
      braces += 1;
    } else if (character === '}') {
      braces -= 1;
      if (braces > 0) continue;
      statements.push({ prelude: css.slice(start, open), body: css.slice(open + 1, at) });
      start = at + 1;
      braces = 0;
    } else if (character === ';' && braces === 0 && brackets <= 0) {
      statements.push({ prelude: css.slice(start, at), body: undefined });
      start = at + 1;
    }
  }
  return statements;
};

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
const NOT_AT_FIRST = /:(?:hover|active|disabled|focus-visible|:selection)\b|\[(?:open|dir="?rtl"?|data-(?:calm|open|stuck)|aria-disabled[^\]]*)\]/;
/** The same of an element around what is opened. */
const AROUND_OPENED = /(?<!:not\():has\([^()]*(?:\[open\]|:popover-open)/;

/** Only these commas are between selectors, not within the brackets of one. */
const splitSelectors = (prelude: string): string[] => {
  const selectors: string[] = [];
  let start = 0;
  let depth = 0;
  for (let at = 0; at < prelude.length; at += 1) {
    if (prelude[at] === '(') depth += 1;
    else if (prelude[at] === ')') depth -= 1;
    else if (prelude[at] === ',' && depth === 0) {
      selectors.push(prelude.slice(start, at));
      start = at + 1;
    }
  }
  return [...selectors, prelude.slice(start)];
};

/** Colours depend on the ground, which is an attribute. */
const GROUND = /\[(data-ground=[\w-]+)\]/g;

const readSelectors = (prelude: string, extent: Extent): string[][] =>
  splitSelectors(prelude)
    .map((selector) => ({ selector, outer: dropEnclosed(selector, ['(', ')']) }))
    .filter(({ selector, outer }) => extent === 'all' || !(NOT_AT_FIRST.test(outer) || AROUND_OPENED.test(selector)))
    .map(({ outer }) => [...dropEnclosed(outer, ['[', ']']).matchAll(/\.([\w-]+)/g), ...outer.matchAll(GROUND)].map(([, name = '']) => name));

const CONDITIONS = /^@(?:media|supports|container)\b/;
/**
 * Visitors do not print a page that has not arrived, and until it has, a reader's own colours apply without exceptions, and nothing has been scrolled. Nothing is saved by what has
 * arrived.
 */
const LATER = /^@(?:media (?:print$|\((?:forced-colors|prefers-contrast|prefers-reduced-data):)|supports ?\(animation-timeline:)/;

/** Only what somebody uses moves, or has a pointer over it. */
const OF_USE = /(?<=^|[;{])(?:transition[\w-]*|cursor):[^;}]*;?/g;

const isLeftOut = ({ prelude, body }: Statement, extent: Extent): boolean =>
  extent === 'first' ? LATER.test(prelude) : prelude === '@font-face' && body?.includes('url(') === true;

const readRules = (css: string, extent: Extent, condition = ''): Rule[] =>
  readStatements(css).flatMap((statement): Rule[] => {
    const { prelude, body } = statement;
    if (body === undefined || isLeftOut(statement, extent)) return [];
    if (condition === '' && CONDITIONS.test(prelude)) return readRules(body, extent, prelude);
    const shown = extent === 'first' ? body.replace(OF_USE, '') : body;
    return shown === '' ? [] : [{ condition, prelude, body: shown, selectors: prelude.startsWith('@') ? undefined : readSelectors(prelude, extent) }];
  });

/** The same few stylesheets are on many pages. */
const knownRules = { first: new WeakMap<Stylesheet, readonly Rule[]>(), all: new WeakMap<Stylesheet, readonly Rule[]>() };
const getRules = (sheet: Stylesheet, extent: Extent): readonly Rule[] => {
  const known = knownRules[extent];
  const rules = known.get(sheet) ?? readRules(sheet.css, extent);
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

const writeRules = (rules: readonly Rule[]): string => {
  let text = '';
  let condition = '';
  for (const rule of rules) {
    if (rule.condition !== condition) text += `${condition === '' ? '' : '}'}${rule.condition === '' ? '' : `${rule.condition}{`}`;
    condition = rule.condition;
    text += `${rule.prelude}{${rule.body}}`;
  }
  return condition === '' ? text : `${text}}`;
};

const DECLARED_PROPERTY = /(?<=[{;])(--[\w-]+):(?:"[^"]*"|[^;}"])*;?/g;
const USED_PROPERTY = /var\((--[\w-]+)/g;
const KEYFRAMES = /^@keyframes\s+(\S+)$/;

/** What was dropped leaves it behind; strings and addresses stay as they are. */
const LAST_SEMICOLON = /"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|url\([^)]*\)|;(?=\})/gs;

const EMPTY = /(?<=^|[{};])[^{};"']+\{\}/g;

/** Without rules of which nothing is left, and conditions around them. */
const dropEmpty = (css: string): string => css.replace(EMPTY, '').replace(EMPTY, '');

const findUsedProperties = (text: string): string[] => [...text.matchAll(USED_PROPERTY)].map(([, name = '']) => name);

/** Without the custom properties that nothing in these styles, or elsewhere, uses, and without those that only such properties use. */
const dropUnusedProperties = (css: string, usedElsewhere: readonly string[]): string => {
  const used = new Set([...usedElsewhere, ...findUsedProperties(css)]);
  const shorter = css.replace(DECLARED_PROPERTY, (declaration, name: string) => (used.has(name) ? declaration : ''));
  return shorter === css ? css : dropUnusedProperties(shorter, usedElsewhere);
};

const select = (sheets: readonly Stylesheet[], classes: ReadonlySet<string>, properties: readonly string[], extent: Extent): string => {
  const isUsed = ({ selectors }: Rule): boolean => selectors === undefined || selectors.some((names) => names.every((name) => classes.has(name)));
  const found = sheets.flatMap((sheet) => getRules(sheet, extent).filter(isUsed));
  const isNamed = ({ prelude }: Rule): boolean => {
    const name = KEYFRAMES.exec(prelude)?.[1];
    return name === undefined || found.some(({ body }) => body.includes(name));
  };
  const css = dropUnusedProperties(writeRules(found.filter(isNamed)), properties);
  return dropEmpty(css.replace(LAST_SEMICOLON, (text) => (text === ';' ? '' : text)));
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
