import type { Page } from 'playwright-core';
import { createFindingFactory, type Finding } from './finding.ts';
import { type Baseline, evaluate, type Limits } from './gate-page.ts';
import type { PageRecord } from './page-observer.ts';

export const finding = createFindingFactory('browser');

export const toText = (value: unknown): string => (value instanceof Error ? value.message : String(value)).split('\n')[0]?.slice(0, 300) ?? '';

const isOwnGlobal = (runtimeName: string, name: string): boolean =>
  name.replace(/^(?:rspackChunk|webpackChunk)/, '') === runtimeName || /^__(?:FEDERATION|GLOBAL_LOADING_REMOTE)_/.test(name);

export const compareShell = (where: string, lines: readonly string[], plain: Baseline): Finding[] => {
  const differingLines = lines.filter((line) => !plain.shell.includes(line));
  const missing = plain.shell.filter((line) => !lines.includes(line));
  const [example = missing[0]] = differingLines;
  if (example === undefined) return [];
  return [
    finding(
      where,
      `changes the shell of the page that is visited next: ${Math.max(differingLines.length, missing.length)} elements differ, such as ${toText(example).slice(0, 120)}.`,
      'Styles and elements of a remote stay inside its own elements; remove what an effect has added in its clean-up.',
    ),
  ];
};

/** `runtimeName`: prefix of the build's globals. */
export const compareRecord = (runtimeName: string, where: string, record: PageRecord, plain: PageRecord, limits: Limits): Finding[] => {
  const added = (now: readonly string[], before: readonly string[]): string[] => [...new Set(now.filter((each) => !before.includes(each)))];
  const globals = added(record.globals, plain.globals).filter((name) => !isOwnGlobal(runtimeName, name));
  return [
    ...globals.map((name) => finding(where, `leaves a global: window.${name}.`, 'Keep values in modules, components or stores.')),
    ...added(record.changes, plain.changes).map((name) => finding(where, `changes what all code shares: ${name}.`, 'Use a function of your own instead.')),
    ...record.violations.map((violation) =>
      finding(where, `violates the security policy: ${violation}.`, 'Scripts, styles, frames and calls come from this site (docs/contracts/remote.md).'),
    ),
    ...[...new Set(record.forbiddenUses)].map((what) =>
      finding(where, `${what}.`, 'Leave alone what the page has not made itself (docs/contracts/storage-keys.md).'),
    ),
    ...(record.longestTask > limits.longTask
      ? [finding(where, `blocks the page for ${(record.longestTask / 1000).toFixed(1)} s without a pause.`, 'Split the work, or do it on the server.')]
      : []),
  ];
};

/** Finds what a page leaves outside the area after the user has left it, once timers and clean-ups have run. */
export const findLeftovers = async (page: Page, where: string, plain: Baseline, limits: Limits): Promise<Finding[]> => {
  let left: string[] = [];
  let newSurroundings: string[] = [];
  for (let attempt = 0; attempt < 8; attempt += 1) {
    const record = await evaluate<PageRecord>(page, 'record()', limits.evaluate);
    left = [...new Set(record.left)];
    newSurroundings = record.surroundings.filter((each) => !plain.record.surroundings.includes(each));
    if (left.length + newSurroundings.length === 0) break;
    await page.waitForTimeout(100);
  }
  return [
    ...left.map((what) => finding(where, `leaves ${what} behind when it is left.`, 'Remove it in the clean-up of the effect that added it.')),
    ...newSurroundings.map((what) => finding(where, `leaves ${what} behind when it is left.`, 'A remote changes nothing outside its own elements.')),
  ];
};
