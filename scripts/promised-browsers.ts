import { spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import css from '@eslint/css';
import bcd from '@mdn/browser-compat-data' with { type: 'json' };
import type { BrowserName, CompatStatement, Identifier } from '@mdn/browser-compat-data/types';
import { BROWSERS } from '@site/shared/build/base';
import { ESLint } from 'eslint';
import * as v from 'valibot';
import { exitWith, printLine, root } from './parts.ts';

/**
 * Part of `npm run check`: finds CSS and web platform APIs that one of the promised browsers (`BROWSERS`) lacks. The compiler converts newer syntax. A use with
 * a fallback is preceded by a comment, `eslint-disable-next-line` in CSS and `oxlint-disable-next-line` in scripts, with the reason after `--`.
 */

const BROWSER_NAMES: Readonly<Record<string, BrowserName>> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'safari_ios',
  opera: 'opera',
  samsung: 'samsunginternet_android',
};

interface Version {
  readonly browser: BrowserName;
  readonly version: string;
}

const promisedVersions: readonly Version[] = BROWSERS.map((query) => {
  const [name = '', version = ''] = query.split(' >= ');
  const browser = BROWSER_NAMES[name];
  if (browser === undefined || version === '') throw new Error(`shared/build/base.ts: "${query}" is not "<browser> >= <version>" of a known browser.`);
  return { browser, version };
});

/** Compares version numbers, ignoring a final ".0". */
const isAtMost = (version: string, limit: string): boolean => version.replace(/^≤|\.0$/g, '').localeCompare(limit, 'en', { numeric: true }) <= 0;

interface AcceptedSupport {
  readonly prefixed: boolean;
  readonly partial: boolean;
}
const STYLE_SUPPORT: AcceptedSupport = { prefixed: true, partial: true };
const SCRIPT_SUPPORT: AcceptedSupport = { prefixed: false, partial: true };
const BASELINE_SUPPORT: AcceptedSupport = { prefixed: false, partial: false };

const isAvailable = ({ support }: CompatStatement, accepted: AcceptedSupport, browsers: readonly Version[] = promisedVersions): boolean =>
  browsers.every(({ browser, version }) =>
    [support[browser] ?? []]
      .flat()
      .some(
        ({ version_added: added, version_removed: removed, prefix, alternative_name: otherName, partial_implementation: partial, flags }) =>
          typeof added === 'string' &&
          isAtMost(added, version) &&
          !(typeof removed === 'string' && isAtMost(removed, version)) &&
          (flags ?? otherName) === undefined &&
          (accepted.prefixed || prefix === undefined) &&
          (accepted.partial || partial === undefined),
      ),
  );

const getChildren = (owner: Identifier = {}): readonly (readonly [name: string, child: Identifier])[] =>
  Object.keys(owner).flatMap((name) => {
    const child = owner[name];
    return name === '__compat' || child === undefined ? [] : [[name.replace('_static', ''), child] as const];
  });

const getMembers = (owner: Identifier | undefined): readonly (readonly [name: string, compat: CompatStatement])[] =>
  getChildren(owner).flatMap(([name, { __compat }]) =>
    __compat?.status?.standard_track === false || __compat === undefined ? [] : [[name, __compat] as const],
  );

/** The newest year whose Baseline all promised browsers support. For newer features, the compatibility data decides. */
const BASELINE = 2020;
const BASELINE_BROWSERS: readonly Version[] = [
  { browser: 'chrome', version: '87' },
  { browser: 'edge', version: '87' },
  { browser: 'firefox', version: '84' },
  { browser: 'safari', version: '14' },
  { browser: 'safari_ios', version: '14' },
];

const findAvailableMembers = (...owners: readonly (Identifier | undefined)[]): ReadonlySet<string> =>
  new Set(owners.flatMap(getMembers).flatMap(([name, compat]) => (isAvailable(compat, STYLE_SUPPORT) ? [name] : [])));

/** CSS that is accepted everywhere, each with the reason. Browsers that do not support it show the same page. */
const ACCEPTED_CSS = {
  atRules: { page: 'Margins of printed pages.' },
  functions: { 'light-dark': 'The build lowers it.' },
  mediaConditions: {
    'forced-colors': 'A browser that has no forced colours skips the rules for them.',
    'prefers-reduced-data': 'A browser that cannot save data skips the rules for it.',
    scripting: 'A browser that does not say whether scripts run shows what needs them.',
  },
  properties: {
    'accent-color': 'The colour of ticks.',
    'animation-range': 'Only inside "@supports (animation-timeline: scroll())".',
    'border-end-end-radius': 'The build lowers it.',
    'border-end-start-radius': 'The build lowers it.',
    'border-start-end-radius': 'The build lowers it.',
    'border-start-start-radius': 'The build lowers it.',
    'color-scheme': 'The colours of scroll bars and of what the browser draws in fields.',
    'contain-intrinsic-block-size': 'It belongs to content-visibility.',
    'content-visibility': 'It only saves work.',
    'forced-color-adjust': 'Only inside "@media (forced-colors: active)".',
    'overscroll-behavior': 'The page behind a dialog may scroll too.',
    resize: 'A handle that phones do not have.',
    'scroll-padding-block': 'The target of a link to a section may start below the header.',
    'text-size-adjust': 'Only phones enlarge text, and those know it with or without the prefix.',
    'text-wrap': 'Where lines break.',
  },
  selectors: {
    backdrop: 'Browsers without it have no dialogs and popovers either.',
    'focus-visible': 'Browsers without it draw their own ring.',
    nesting: 'The build lowers it.',
    'popover-open': 'Browsers without it have no popovers.',
    selection: 'The colour of selected text.',
  },
};

const ACCEPTED_VALUES: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  'break-after': { avoid: 'Where printed pages break.' },
  'inline-size': { 'fit-content': 'The build adds the prefix.' },
  'overflow-wrap': { anywhere: 'Elements without it inherit "break-word" from the page.' },
};

const namesSchema = v.pipe(
  v.object({ items: v.object({ enum: v.array(v.string()) }) }),
  v.transform(({ items }) => items.enum),
);
const knownNamesSchema = v.object({
  allowAtRules: namesSchema,
  allowFunctions: namesSchema,
  allowMediaConditions: namesSchema,
  allowProperties: namesSchema,
  allowPropertyValues: v.object({ properties: v.record(v.string(), namesSchema) }),
  allowSelectors: namesSchema,
});

const createStyleOptions = () => {
  const { 'at-rules': atRules, properties, selectors, types } = bcd.css;
  const knownFeatures = v.parse(knownNamesSchema, css.rules['use-baseline'].meta.schema[0]?.properties);
  const keep = (names: readonly string[], availableMembers: ReadonlySet<string>, accepted: Readonly<Record<string, string>> = {}) =>
    names.filter((name) => availableMembers.has(name) || name in accepted);
  const nonBaselineProperties = getMembers(properties).flatMap(([name, compat]) => (isAvailable(compat, BASELINE_SUPPORT, BASELINE_BROWSERS) ? [] : [name]));
  return {
    available: BASELINE,
    allowAtRules: keep(knownFeatures.allowAtRules, findAvailableMembers(atRules), ACCEPTED_CSS.atRules),
    allowFunctions: keep(knownFeatures.allowFunctions, findAvailableMembers(types, ...getChildren(types).map(([, type]) => type)), ACCEPTED_CSS.functions),
    allowMediaConditions: keep(knownFeatures.allowMediaConditions, findAvailableMembers(atRules?.media), ACCEPTED_CSS.mediaConditions),
    // The rule does not check the values of these properties.
    allowProperties: keep(knownFeatures.allowProperties, findAvailableMembers(properties), ACCEPTED_CSS.properties).filter((name) =>
      nonBaselineProperties.includes(name),
    ),
    allowPropertyValues: Object.fromEntries(
      Object.entries(knownFeatures.allowPropertyValues.properties).map(([name, values]) => [
        name,
        keep(values, findAvailableMembers(properties?.[name]), ACCEPTED_VALUES[name]),
      ]),
    ),
    allowSelectors: keep(knownFeatures.allowSelectors, findAvailableMembers(selectors), ACCEPTED_CSS.selectors),
  };
};

const BROWSER_FOLDERS = '{host,shared,remote-*}';

const findStyleProblems = async (folder: string): Promise<readonly string[]> => {
  const eslint = new ESLint({
    cwd: folder,
    overrideConfigFile: true,
    overrideConfig: [
      { ignores: ['**/dist/**'] },
      {
        files: ['**/*.css'],
        plugins: { css },
        language: 'css/css',
        linterOptions: { reportUnusedDisableDirectives: 'error' },
        rules: { 'css/use-baseline': ['error', createStyleOptions()] },
      },
    ],
    errorOnUnmatchedPattern: false,
  });
  const results = await eslint.lintFiles([`${BROWSER_FOLDERS}/**/*.css`]);
  return results.flatMap(({ filePath, messages }) =>
    messages.map(
      ({ line, column, message }) =>
        `${relative(folder, filePath)}:${line}:${column}: ${message.replace(/ is not a \d+ available baseline feature/, ' is not in every promised browser')}`,
    ),
  );
};

/** Interfaces whose members are checked in scripts. Members of other interfaces, for example for virtual reality, have names that are too common. */
const INTERFACE_PATTERN =
  /^(?:Abort\w+|Blob|Clipboard|Crypto|CSSStyleSheet|Document|DocumentFragment|Element|File|FormData|Headers|History|HTML(?:Dialog|Form|Image|Input|Select|TextArea|)Element|Location|Navigator|Node|Range|Request|Response|Selection|ServiceWorkerContainer|ServiceWorkerRegistration|ShadowRoot|StorageManager|SubmitEvent|URL|URLSearchParams|Window|Worker)$/;

/** Members that host/src/older-browsers.ts adds in older browsers. */
const POLYFILLED_MEMBERS = ['Segmenter', 'any', 'at', 'canParse', 'findLast', 'findLastIndex', 'hasOwn', 'timeout', 'toSorted'];

/** Not checked, because objects of the site and its libraries also have members with these names. */
const COMMON_WORDS = [
  'bytes',
  'difference',
  'direction',
  'external',
  'index',
  'inputMode',
  'isError',
  'isValid',
  'move',
  'navigation',
  'read',
  'reason',
  'rel',
  'restore',
  'role',
  'share',
  'show',
  'storage',
  'sync',
  'take',
  'union',
];

const findMissingMembers = (owners: readonly (Identifier | undefined)[]): readonly string[] => {
  const members = owners.flatMap(getMembers);
  const availableMembers = new Set(members.flatMap(([name, compat]) => (isAvailable(compat, SCRIPT_SUPPORT) ? [name] : [])));
  return [...new Set(members.flatMap(([name]) => (availableMembers.has(name) ? [] : [name])))];
};

const createScriptRules = () => {
  const { builtins } = bcd.javascript;
  const interfaces = getChildren(bcd.api).flatMap(([name, owner]) => (INTERFACE_PATTERN.test(name) ? [owner] : []));
  const objects = getChildren(builtins).flatMap(([name, owner]) => (name === 'Atomics' || name === 'SharedArrayBuffer' ? [] : [owner]));
  const members = findMissingMembers([...interfaces, ...objects]).filter((name) => !POLYFILLED_MEMBERS.includes(name) && !COMMON_WORDS.includes(name));
  const message = 'It is not in every promised browser.';
  return {
    'no-restricted-globals': ['error', ...findMissingMembers([bcd.api, bcd.api.Window, builtins]).map((name) => ({ name, message }))],
    'no-restricted-properties': ['error', ...members.map((property) => ({ property, message }))],
  };
};

const BROWSER_SCRIPT = /^(?:host|shared|remote-[a-z-]+)\/src\/.*\.tsx?$/;
/** Files that never need checking: server code, tests, the dev server's page, and the polyfills themselves. */
const NON_BROWSER_FILES =
  /\.test\.|\.server\.|\/(?:server|testing)\/|^host\/src\/(?:development|older-browsers)\.ts$|^shared\/src\/domain\/(?:client-address|environment|tracing)\.ts$/;

const oxlint = join(dirname(createRequire(import.meta.url).resolve('oxlint/package.json')), 'bin/oxlint');

const listFiles = (folder: string): readonly string[] =>
  readdirSync(folder).flatMap((workspace) =>
    existsSync(join(folder, workspace, 'src'))
      ? readdirSync(join(folder, workspace, 'src'), { recursive: true, encoding: 'utf8' }).map((file) => `${workspace}/src/${file}`)
      : [],
  );

const PROBLEM_PATTERN = /^(\S+):(\d+):\d+: .*?'(\w+)'/;
const CONTEXT_LINES = 3;

/** Whether the line with the problem, or one just above it, tests for the feature: `'x' in y`, `typeof x` or `x?.`. */
const isGuarded = (folder: string, problem: string): boolean => {
  const [, file = '', line = '', name = ''] = PROBLEM_PATTERN.exec(problem) ?? [];
  const lines = readFileSync(join(folder, file), 'utf8')
    .split('\n')
    .slice(Math.max(0, Number(line) - 1 - CONTEXT_LINES), Number(line));
  return new RegExp(`'${name}' in |typeof (?:\\w+\\.)*${name}\\b|\\b${name}\\?\\.`).test(lines.join('\n'));
};

const findScriptProblems = (folder: string, files: readonly string[]): readonly string[] => {
  const temporaryFolder = mkdtempSync(join(tmpdir(), 'promised-browsers-'));
  try {
    const configFile = join(temporaryFolder, 'oxlint.json');
    writeFileSync(configFile, JSON.stringify({ categories: { correctness: 'off' }, rules: createScriptRules() }));
    const options = ['--config', configFile, '--report-unused-disable-directives-severity=error', '--format=unix'];
    const { stdout, stderr, status } = spawnSync(process.execPath, [oxlint, ...options, ...files], { cwd: folder, encoding: 'utf8' });
    const problems = stdout.split('\n').filter((line) => /^\S+:\d+:\d+: /.test(line));
    if (status !== 0 && problems.length === 0) throw new Error(`oxlint failed: ${stdout}${stderr}`);
    return problems.filter((problem) => !isGuarded(folder, problem));
  } finally {
    rmSync(temporaryFolder, { recursive: true });
  }
};

const DISABLED_WITHOUT_REASON = /(?:es|ox)lint-disable(?!.* -- \S)/;
const findMissingReasons = (folder: string, files: readonly string[]): readonly string[] =>
  files.flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .flatMap((line, index) => (DISABLED_WITHOUT_REASON.test(line) ? [`${file}:${index + 1}: the exception has no reason after "--"`] : [])),
  );

const folder = process.argv[2] ?? root;
const files = listFiles(folder);
const scripts = files.filter((file) => BROWSER_SCRIPT.test(file) && !NON_BROWSER_FILES.test(file));
const styles = files.filter((file) => file.endsWith('.css'));
const problems = [...(await findStyleProblems(folder)), ...findScriptProblems(folder, scripts), ...findMissingReasons(folder, [...scripts, ...styles])];
if (problems.length > 0) exitWith(new Error(problems.join('\n')));
printLine(`${styles.length} stylesheets and ${scripts.length} scripts work in ${BROWSERS.join(', ')}.`);
