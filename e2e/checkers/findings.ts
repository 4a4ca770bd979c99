import { appendFileSync, existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type Checker, FALSE_ALARMS, type FalseAlarm } from './false-alarms.ts';

/** A fault that a checker reports. */
export interface Finding {
  readonly checker: Checker;
  /** Checker's name for the rule, or its message if rules have no names. */
  readonly rule: string;
  /** Path of the page or document, followed by its state. */
  readonly page: string;
  /** The element, line or URL at fault. */
  readonly where: string;
}

/** Long enough to identify the element. */
const SHOWN_CHARACTERS = 240;

const isFalseAlarm = ({ checker, rule, page, where }: Finding, alarm: FalseAlarm): boolean =>
  alarm.checker === checker && alarm.rule.test(rule) && (alarm.page?.test(page) ?? true) && (alarm.where?.test(where) ?? true);

/** All workers write to this folder, which Playwright empties at each start. */
const getRecordFile = (): string => join(test.info().project.outputDir, 'matched-false-alarms');

const record = (lines: readonly string[]): void => {
  mkdirSync(test.info().project.outputDir, { recursive: true });
  appendFileSync(getRecordFile(), lines.map((line) => `${line}\n`).join(''));
};

/** Fails for each finding that is not listed as a false alarm. */
export const expectNoFindings = (checker: Checker, findings: readonly Finding[]): void => {
  const matches = findings.map((finding) => ({ finding, index: FALSE_ALARMS.findIndex((alarm) => isFalseAlarm(finding, alarm)) }));
  record([checker, ...matches.flatMap(({ index }) => (index === -1 ? [] : [`${index}`]))]);
  const pagesOfFaults = new Map<string, Set<string>>();
  for (const { finding, index } of matches) {
    if (index !== -1) continue;
    const fault = `${finding.rule} | ${finding.where.slice(0, SHOWN_CHARACTERS)}`;
    pagesOfFaults.set(fault, (pagesOfFaults.get(fault) ?? new Set()).add(finding.page));
  }
  const faults = [...pagesOfFaults].map(([fault, pages]) => `${fault} | ${pages.size} pages, the first is ${[...pages][0]}`);
  expect.soft(faults, checker).toEqual([]);
};

/** Listed false alarms of the checkers that ran, but that no finding matched. */
export const findStaleFalseAlarms = (): readonly FalseAlarm[] => {
  const lines = new Set(existsSync(getRecordFile()) ? readFileSync(getRecordFile(), 'utf8').split('\n') : []);
  return FALSE_ALARMS.filter(({ checker }, index) => lines.has(checker) && !lines.has(`${index}`));
};
