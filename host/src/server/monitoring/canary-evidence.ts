/** What one version of a remote delivered: renderings on the server, page views, and the faults that browsers reported in them. */
export interface Tally {
  readonly renders: number;
  readonly failedRenders: number;
  readonly views: number;
  readonly browserFaults: number;
}
export const EMPTY_TALLY: Tally = { renders: 0, failedRenders: 0, views: 0, browserFaults: 0 };

/** A rendering that was delivered or failed, a page view, or a fault that a browser reported. */
export type Outcome = 'render' | 'failed-render' | 'view' | 'browser-fault';

/** The strength of the evidence against a version, on the server and in browsers. */
export interface Evidence {
  readonly server: number;
  readonly browser: number;
}
export const NO_EVIDENCE: Evidence = { server: 0, browser: 0 };

/** Factor by which a canary may exceed the active version's rate, because two healthy versions never have exactly the same rate. */
const TOLERANCE = 1.5;
/** Upper limit on the tolerated rate, however bad the active version is, or is reported to be. */
const TOLERATED_LIMIT = 0.1;
/** Fewer outcomes than this say nothing about the active version. */
const MIN_OUTCOMES = 20;
/** A version with exactly the tolerated rate causes at most one false alarm in this many outcomes. */
const OUTCOMES_PER_FALSE_ALARM = 2000;
const THRESHOLD = Math.log(OUTCOMES_PER_FALSE_ALARM);

/** The tolerated rates of faults (0 to 1): the limit, or a higher rate based on the active version's. */
export const getToleratedRates = ({ renders, failedRenders, views, browserFaults }: Tally, limit: number): Evidence => {
  const tolerate = (faults: number, outcomes: number): number => {
    if (outcomes < MIN_OUTCOMES || faults === 0) return limit;
    // Two standard deviations above the observed rate, which is uncertain while there are few outcomes.
    const rate = (faults + 2 * Math.sqrt(faults + 1)) / outcomes;
    return Math.max(limit, Math.min(TOLERATED_LIMIT, TOLERANCE * rate));
  };
  return { server: tolerate(failedRenders, renders), browser: tolerate(browserFaults, views) };
};

/** The logarithm of how much more likely an outcome is at a harmful rate than at the tolerated one. */
const getLogLikelihoodRatio = (toleratedRate: number, isFault: boolean): number => {
  const harmfulRate = 2 * toleratedRate + 0.1;
  return isFault ? Math.log(harmfulRate / toleratedRate) : Math.log((1 - harmfulRate) / (1 - toleratedRate));
};

/**
 * The evidence after one more outcome (the CUSUM test of Page, 1954). Good outcomes reduce it, but not below zero, so that a fault that begins late is detected
 * as fast as one that existed from the start.
 */
export const addOutcome = ({ server, browser }: Evidence, outcome: Outcome, tolerated: Evidence): Evidence => {
  const good = getLogLikelihoodRatio(tolerated.browser, false);
  switch (outcome) {
    case 'render':
    case 'failed-render':
      return { server: Math.max(0, server + getLogLikelihoodRatio(tolerated.server, outcome === 'failed-render')), browser };
    case 'view':
      return { server, browser: Math.max(0, browser + good) };
    case 'browser-fault':
      // The page's view has already been counted as good.
      return { server, browser: browser + getLogLikelihoodRatio(tolerated.browser, true) - good };
    default:
      return outcome satisfies never;
  }
};

const formatShare = (part: number, whole: number): string => `${part} of ${whole} (${whole === 0 ? 0 : Math.round((100 * part) / whole)}%)`;

/** The reason to undo a version; undefined if there is none. */
export const findReasonToUndo = ({ server, browser }: Evidence, { renders, failedRenders, views, browserFaults }: Tally): string | undefined => {
  if (server > THRESHOLD) return `${formatShare(failedRenders, renders)} renderings failed`;
  if (browser > THRESHOLD) return `${browserFaults} faults in browsers, in ${views} page views`;
  return undefined;
};

/** Whether a version's rates are tolerated, once there are enough outcomes. */
export const isAsGood = ({ renders, failedRenders, views, browserFaults }: Tally, tolerated: Evidence): boolean =>
  failedRenders <= tolerated.server * renders && browserFaults <= tolerated.browser * views;

/** The tally after one more outcome. */
export const count = (tally: Tally, outcome: Outcome): Tally => {
  switch (outcome) {
    case 'render':
      return { ...tally, renders: tally.renders + 1 };
    case 'failed-render':
      return { ...tally, renders: tally.renders + 1, failedRenders: tally.failedRenders + 1 };
    case 'view':
      return { ...tally, views: tally.views + 1 };
    case 'browser-fault':
      return { ...tally, browserFaults: tally.browserFaults + 1 };
    default:
      return outcome satisfies never;
  }
};
