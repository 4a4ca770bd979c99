import { getErrorMessage } from '@site/shared/domain/error-code';
import type { AtRule, Document, Root, Rule } from 'postcss';
import { parseStylesheet } from '../parse-stylesheet.ts';
import { createFindingFactory, type Finding } from './finding.ts';

const finding = createFindingFactory('styles');

/** Index just after the closing bracket of the group that begins at `start`. */
const skipGroup = (text: string, start: number): number => {
  let depth = 0;
  for (let index = start; index < text.length; index += 1) {
    const character = text[index];
    if (character === '\\') index += 1;
    else if (character === '"' || character === "'") {
      const end = text.indexOf(character, index + 1);
      index = end === -1 ? text.length : end;
    } else if (character === '(' || character === '[') depth += 1;
    else if (character === ')' || character === ']') {
      depth -= 1;
      if (depth === 0) return index + 1;
    }
  }
  return text.length;
};

/** Splits the text at the separator, ignoring separators inside brackets. */
const splitTopLevel = (text: string, separator: RegExp): string[] => {
  const parts: string[] = [];
  let part = '';
  for (let index = 0; index < text.length; ) {
    const character = text[index] ?? '';
    if (character === '(' || character === '[') {
      const end = skipGroup(text, index);
      part += text.slice(index, end);
      index = end;
    } else {
      if (separator.test(character)) {
        parts.push(part);
        part = '';
      } else part += character === '\\' ? character + (text[++index] ?? '') : character;
      index += 1;
    }
  }
  return [...parts, part];
};

/** Whether every element that the compound selector matches has a class of the remote. `:not(.own)` and `:has(.own)` do not count. */
const isOwnCompound = (compound: string, prefix: string): boolean => {
  let plain = '';
  for (let index = 0; index < compound.length; ) {
    const character = compound[index] ?? '';
    if (character === '(' || character === '[') {
      const end = skipGroup(compound, index);
      const argument = compound.slice(index + 1, end - 1);
      // Accept `:is(.own-a, .own-b)` if all of its branches are the remote's own.
      if (/:(?:is|where)$/.test(plain) && splitTopLevel(argument, /,/).every((branch) => isOwnSelector(branch, prefix))) return true;
      index = end;
    } else {
      plain += character;
      index += 1;
    }
  }
  return new RegExp(`\\.${prefix}-`).test(plain);
};

/** Whether the selector's subject, or one of its ancestors, has a class of the remote. */
const isOwnSelector = (selector: string, prefix: string): boolean => {
  const compounds = splitTopLevel(
    selector
      .trim()
      .replace(/\s*([>+~])\s*/g, '$1')
      .replace(/>/g, ' '),
    / /,
  ).filter((part) => part !== '');
  // `.own ~ footer` matches a sibling of the remote's element. The sibling may belong to the host, so only the last part counts.
  return compounds.some((compound) => isOwnCompound(splitTopLevel(compound, /[+~]/).at(-1) ?? '', prefix));
};

const isInKeyframes = ({ parent }: Rule): boolean => parent?.type === 'atrule' && /keyframes$/.test((parent as AtRule).name);

/** Maximum length of a selector after it has been combined with those of the enclosing rules. Each rule that contains `&` twice doubles the length. */
const SELECTOR_LIMIT = 20_000;

/** Combines a rule's selectors with those of the enclosing rules, as browsers resolve nesting. Returns undefined if one exceeds `SELECTOR_LIMIT`. */
const resolveSelectors = (rule: Rule): string[] | undefined => {
  let parent: typeof rule.parent | Document = rule.parent;
  while (parent !== undefined && parent.type !== 'rule') parent = parent.parent;
  if (parent === undefined) return rule.selectors;
  const parentSelectors = resolveSelectors(parent as Rule);
  if (parentSelectors === undefined) return undefined;
  const outer = `:is(${parentSelectors.join(',')})`;
  const measure = (selector: string): number => selector.length + outer.length * Math.max(1, selector.split('&').length - 1);
  if (rule.selectors.some((selector) => measure(selector) > SELECTOR_LIMIT)) return undefined;
  return rule.selectors.map((selector) => (selector.includes('&') ? selector.replaceAll('&', outer) : `${outer} ${selector}`));
};

const GLOBAL_AT_RULES: Readonly<Record<string, string>> = {
  import: 'loads another stylesheet, which has not been examined.',
  'font-face': 'declares a font for the whole page.',
  page: 'changes how every page is printed.',
  namespace: 'changes what the selectors of the file mean.',
  'view-transition': 'animates every navigation of the site.',
};
/** At-rules that declare a name for the whole page. */
const NAMING_AT_RULES = new Set(['keyframes', '-webkit-keyframes', 'property', 'counter-style', 'layer', 'font-palette-values', 'position-try']);

const checkAtRule = ({ name, params }: AtRule, prefix: string): string | undefined => {
  const globalReason = GLOBAL_AT_RULES[name];
  if (globalReason !== undefined) return `@${name} ${params} ${globalReason}`.replace(/\s+/g, ' ');
  const isOwnName = params.split(',').every((ruleName) => ruleName.trim().replace(/^--/, '').replace(/^["']/, '').startsWith(`${prefix}-`));
  return NAMING_AT_RULES.has(name) && params.trim() !== '' && !isOwnName ? `@${name} ${params} is a name of the whole page.` : undefined;
};

/** Lists the reasons why a stylesheet applies outside the remote's elements, whose classes begin with `<prefix>-`. */
export const findGlobalStyles = (css: string, prefix: string): string[] => {
  let root: Root;
  try {
    root = parseStylesheet(css);
  } catch (error) {
    return [getErrorMessage(error)];
  }
  const reasons: string[] = [];
  // Reject this even in a string or a comment, because the host inlines a page's styles.
  if (/<\/style/i.test(css)) reasons.push('It contains "</style", which is the end of the style element in the page.');
  root.walkAtRules((rule) => {
    const reason = checkAtRule(rule, prefix);
    if (reason !== undefined) reasons.push(reason);
  });
  root.walkRules((rule) => {
    if (isInKeyframes(rule)) return;
    const selectors = resolveSelectors(rule);
    if (selectors === undefined) reasons.push(`"${rule.selector.slice(0, 60)}" is nested into a selector of more than ${SELECTOR_LIMIT} characters.`);
    for (const selector of selectors ?? []) if (!isOwnSelector(selector, prefix)) reasons.push(`"${selector}" matches outside the remote.`);
  });
  return reasons;
};

/** Maximum number of reasons per file; a global stylesheet would otherwise print hundreds of lines. */
const REASONS_PER_FILE = 5;

interface Stylesheet {
  /** Path in the build. */
  readonly path: string;
  readonly css: string;
}

/** Checks the stylesheets of a build: a rule may match only elements with a class of the remote, and elements inside them. */
export const checkStyles = (sheets: readonly Stylesheet[], runtimeName: string): Finding[] =>
  sheets.flatMap(({ path, css }) => {
    const reasons = findGlobalStyles(css, runtimeName);
    const omittedCount = reasons.length - REASONS_PER_FILE;
    const listed = omittedCount > 0 ? [...reasons.slice(0, REASONS_PER_FILE), `And ${omittedCount} more.`] : reasons;
    return listed.map((reason) =>
      finding(path, reason, `Write it in a *.module.css file, below a class of the remote (built: .${runtimeName}-…); tokens and fonts belong to the host.`),
    );
  });
