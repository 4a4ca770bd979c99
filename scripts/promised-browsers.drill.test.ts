/** @jest-environment node */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';

const root = resolve(__dirname, '..');

const REJECTED_STYLES = [
  '.a { translate: 10px }',
  '.a { rotate: 10deg }',
  '.a { aspect-ratio: 1 }',
  '.a { overflow: clip }',
  '.a { block-size: 100dvh }',
  '.a { grid-template-rows: subgrid }',
  '.a { color: oklch(0.5 0 0) }',
  '.a:has(.b) { color: red }',
  '@container (min-width: 9px) { .a { color: red } }',
  '@layer a { .a { color: red } }',
];

const ACCEPTED_STYLES = [
  '.a { inset: 0; gap: 1px; padding-inline: 1px; margin-block: 1px; appearance: none; mask-image: none; color: light-dark(red, blue) }',
  '.a:is(.b, .c):focus-visible { accent-color: red; text-wrap: balance; outline: 1px solid red; text-decoration-thickness: 2px }',
  '.a { & .b { color: red } }',
  '@supports (translate: 10px) { .a { translate: 10px } }',
  '/* eslint-disable-next-line css/use-baseline -- Something else is there. */\n.a:has(.b) { color: red }',
];

const REJECTED_SCRIPTS = [
  'export const a = structuredClone({});',
  'export const a = crypto.randomUUID();',
  'export const a = (list: number[]) => list.toSpliced(0, 1);',
  'export const a = (list: number[]) => list.toReversed();',
  "export const a = new BroadcastChannel('a');",
  'export const a = (element: HTMLElement) => element.showPopover();',
  'export const a = (element: HTMLElement) => element.checkVisibility();',
  'export const a = (element: HTMLDialogElement) => element.showModal();',
  'export const a = (element: Element) => document.head.moveBefore(element, null);',
  'export const a = () => scheduler.yield();',
  'export const a = () => navigator.locks.query();',
  'export const a = () => requestIdleCallback(() => {});',
  'export const a = Promise.withResolvers();',
  'export const a = Object.groupBy([], String);',
];

const ACCEPTED_SCRIPTS = [
  // Functions that host/src/older-browsers.ts adds.
  "export const a = [[1].at(-1), [1].findLast(Boolean), [1].toSorted(), Object.hasOwn({}, 'a'), URL.canParse('/'), new Intl.Segmenter('en'), AbortSignal.timeout(1), AbortSignal.any([])];",
  'export const a = (element: Element) => element.replaceChildren();',
  'export const a = () => navigator.locks?.query();',
  "export const a = () => (typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('a'));",
  "export const a = (element: Element) => {\n  if ('moveBefore' in document.head) document.head.moveBefore(element, null);\n};",
  'export const a = (element: HTMLDialogElement | null): boolean => element === null;',
  '// oxlint-disable-next-line no-restricted-globals -- Something else is there.\nexport const a = structuredClone({});',
];

interface Case {
  readonly source: string;
  readonly file: string;
}

const toCases = (prefix: string, sources: readonly string[], ending: string): readonly Case[] =>
  sources.map((source, index) => ({ source, file: `remote-gallery/src/${prefix}-${index}.${ending}` }));

const rejected = [...toCases('rejected', REJECTED_STYLES, 'module.css'), ...toCases('rejected', REJECTED_SCRIPTS, 'ts')];
const accepted = [
  ...toCases('accepted', ACCEPTED_STYLES, 'module.css'),
  ...toCases('accepted', ACCEPTED_SCRIPTS, 'ts'),
  // This code does not run in browsers.
  { source: REJECTED_SCRIPTS[0] ?? '', file: 'host/src/server/a.ts' },
  { source: REJECTED_SCRIPTS[0] ?? '', file: 'host/src/a.test.ts' },
  { source: REJECTED_SCRIPTS[0] ?? '', file: 'provider/src/a.ts' },
];
const disabledWithoutReason: Case = {
  source: '// oxlint-disable-next-line no-restricted-globals\nexport const a = structuredClone({});\n',
  file: 'remote-gallery/src/without-reason.ts',
};
const disabledWithoutNeed: Case = {
  source: '/* eslint-disable-next-line css/use-baseline -- Something else is there. */\n.a { color: red }',
  file: 'remote-gallery/src/without-need.module.css',
};

const check = (cases: readonly Case[]) => {
  const folder = mkdtempSync(join(tmpdir(), 'promised-browsers-test-'));
  try {
    for (const { file, source } of cases) {
      mkdirSync(join(folder, dirname(file)), { recursive: true });
      writeFileSync(join(folder, file), source);
    }
    const { status, stderr } = spawnSync(join(root, 'node_modules/.bin/tsx'), [join(root, 'scripts/promised-browsers.ts'), folder], { encoding: 'utf8' });
    return { status, problems: stderr.trim().split('\n') };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

describe('the check of the promised browsers', () => {
  const { status, problems } = check([...rejected, ...accepted, disabledWithoutReason, disabledWithoutNeed]);
  const find = (file: string): readonly string[] => problems.filter((problem) => problem.startsWith(`${file}:`));

  it.each(rejected)('rejects $source', ({ file }) => {
    expect(find(file)).toHaveLength(1);
  });

  it.each(accepted)('accepts $source', ({ file }) => {
    expect(find(file)).toEqual([]);
  });

  it('requires a reason for each exception, and rejects unnecessary exceptions', () => {
    expect(find(disabledWithoutReason.file)).toEqual([`${disabledWithoutReason.file}:1: the exception has no reason after "--"`]);
    expect(find(disabledWithoutNeed.file)).toHaveLength(1);
    expect(status).toBe(1);
  });

  it('is part of npm run check', () => {
    expect(readFileSync(join(root, 'scripts/check.ts'), 'utf8')).toContain("'promised-browsers.ts'");
  });
});
