import type { Browser } from '@playwright/test';
import { type CellOutcome, describeOutcome, type FaultSite, runCells } from './release-faults.ts';

/** From the click, or the page's `load` event, on a machine with nothing else to do. */
export const SETTLE_LIMIT_MS = 2500;
/** A file has 1.2 s; then the next one is loaded, as long as a healthy page takes there, for a machine that runs other tests too. */
const WAIT_MS = 1500;
const LOADS = 3;
/** Cells of a run that may be repeated. */
const MAX_LATE = 3;

/** The limit on this machine at this time: that of an idle machine, or longer where healthy pages in the same context, or other responses in the cell, are slow too. */
const getLimitMs = (outcomes: readonly CellOutcome[], { cell: { context }, grantedMs }: CellOutcome): number => {
  const healthy = outcomes.filter(({ cell }) => cell.fault === undefined && cell.context === context).map(({ settledMs }) => settledMs);
  return Math.max(SETTLE_LIMIT_MS, WAIT_MS + LOADS * Math.max(0, ...healthy) + grantedMs);
};

const isLate = (outcomes: readonly CellOutcome[], outcome: CellOutcome): boolean => outcome.settledMs > getLimitMs(outcomes, outcome);
const isWrong = ({ isShellUsable, shown, mixed, loads }: CellOutcome): boolean => !isShellUsable || shown === undefined || mixed > 0 || loads !== 1;

/**
 * Runs the cells again that did nothing wrong but settle late, unless they are more than a few: another worker's builds may have had the processor for a second. A
 * version that is given up too late is too late again.
 */
export const repeatLateCells = async (browser: Browser, site: FaultSite, outcomes: readonly CellOutcome[]): Promise<readonly CellOutcome[]> => {
  const late = outcomes.filter((outcome) => !isWrong(outcome) && isLate(outcomes, outcome));
  if (late.length > MAX_LATE) return outcomes;
  const repeated = await runCells(
    browser,
    site,
    late.map(({ cell }) => cell),
    1,
  );
  return [...outcomes.filter((outcome) => !late.includes(outcome)), ...repeated];
};

/** The outcomes that break the promise, as lines. */
export const findBroken = (outcomes: readonly CellOutcome[]): string[] =>
  outcomes
    .filter((outcome) => isWrong(outcome) || isLate(outcomes, outcome))
    .map((outcome) => `${describeOutcome(outcome)} (limit: ${Math.round(getLimitMs(outcomes, outcome))} ms)`);
