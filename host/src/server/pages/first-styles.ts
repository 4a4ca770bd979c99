import { LRUCache } from 'lru-cache';
import { SCRIPT_CLASS } from '../../layout/display-preferences.ts';
import type { Stylesheet } from '../remotes/active-set.ts';

/**
 * The styles of a page's first screen: of its stylesheets, the rules for elements that stand in its HTML before the fold. They are inlined; the stylesheets themselves follow
 * below the fold, complete and in their order, so that the final styles do not depend on this selection.
 *
 * The parser is the host's own, because stylesheets of remotes are other teams' text: it takes the same time for each character, and what it does not understand stays in one piece.
 */

/** `first`: of the first screen. `all`: of a page that requests no stylesheet, and no file of a font. */
type Extent = 'first' | 'all';

/** A rule with the conditions around it. `selectors` has the classes that each of its selectors needs; it is undefined where the rule is not about elements (`@font-face`). */
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

/** Without what is in brackets: that requires no class of an element, or requires one not to be there. */
const dropBrackets = (selectors: string): string => {
  let depth = 0;
  let text = '';
  for (const character of selectors) {
    if (character === '(' || character === '[') depth += 1;
    if (depth === 0) text += character;
    if (character === ')' || character === ']') depth -= 1;
  }
  return text;
};

/** What changes under a pointer can wait. */
const POINTED_AT = /:(?:hover|active|:selection)\b/;

const readSelectors = (prelude: string, extent: Extent): string[][] =>
  dropBrackets(prelude)
    .split(',')
    .filter((selector) => extent === 'all' || !POINTED_AT.test(selector))
    .map((selector) => [...selector.matchAll(/\.([\w-]+)/g)].map(([, name = '']) => name));

const CONDITIONS = /^@(?:media|supports|container)\b/;
/** Nobody prints a page that has not arrived, and until it has, a reader's own colours apply without exceptions. */
const LATER = /^@media (?:print$|\((?:forced-colors|prefers-contrast):)/;

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

const readClasses = (html: string): Set<string> => {
  const classes = new Set([SCRIPT_CLASS]);
  for (const [, names = ''] of html.matchAll(CLASS_ATTRIBUTE)) for (const name of names.split(' ')) classes.add(name);
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
  return dropUnusedProperties(writeRules(found.filter(isNamed)), properties).replace(LAST_SEMICOLON, (text) => (text === ';' ? '' : text));
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

/** The rules of these stylesheets, in their order, that apply to elements in `html`, without what can wait for the stylesheets. */
export const selectStyles = (sheets: readonly Stylesheet[], html: string): string => selectExtent(sheets, html, 'first');

/** All of their rules that apply to elements in `html`, except for fonts of the site's own: nothing else is requested. */
export const selectAllStyles = (sheets: readonly Stylesheet[], html: string): string => selectExtent(sheets, html, 'all');
