import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Checker, FALSE_ALARMS, type FalseAlarm } from './false-alarms.ts';

export interface Finding {
  readonly checker: Checker;
  /** The checker's name for the rule, or the message if its rules have no names. */
  readonly rule: string;
  readonly page: string;
  readonly where: string;
}

const EXCERPT_CHARACTERS = 240;

const isFalseAlarm = ({ checker, rule, page, where }: Finding, alarm: FalseAlarm): boolean =>
  alarm.checker === checker && alarm.rule.test(rule) && (alarm.page?.test(page) ?? true) && (alarm.where?.test(where) ?? true);

/** File that all workers append to. Playwright empties its folder at the start of each run. */
const getRecordFile = (): string => join(test.info().project.outputDir, 'matched-false-alarms');

const record = (lines: readonly string[]): void => {
  mkdirSync(test.info().project.outputDir, { recursive: true });
  appendFileSync(getRecordFile(), lines.map((line) => `${line}\n`).join(''));
};

export const expectNoFindings = (checker: Checker, findings: readonly Finding[]): void => {
  const matches = findings.map((finding) => ({ finding, index: FALSE_ALARMS.findIndex((alarm) => isFalseAlarm(finding, alarm)) }));
  record([checker, ...matches.flatMap(({ index }) => (index === -1 ? [] : [`${index}`]))]);
  const pagesByFault = new Map<string, Set<string>>();
  for (const { finding, index } of matches) {
    if (index !== -1) continue;
    const fault = `${finding.rule} | ${finding.where.slice(0, EXCERPT_CHARACTERS)}`;
    pagesByFault.set(fault, (pagesByFault.get(fault) ?? new Set()).add(finding.page));
  }
  const faults = [...pagesByFault].map(([fault, pages]) => `${fault} | ${pages.size} pages, the first is ${[...pages][0]}`);
  expect.soft(faults, checker).toEqual([]);
};

/** Returns the listed false alarms that matched no finding in this run. */
export const findStaleFalseAlarms = (): readonly FalseAlarm[] => {
  const lines = new Set(existsSync(getRecordFile()) ? readFileSync(getRecordFile(), 'utf8').split('\n') : []);
  return FALSE_ALARMS.filter(({ checker }, index) => lines.has(checker) && !lines.has(`${index}`));
};
