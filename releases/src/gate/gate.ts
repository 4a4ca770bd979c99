import { join } from 'node:path';
import type { ReleaseStore } from '../release-store.ts';
import { isValid, readCandidate } from './candidate.ts';
import { checkArtefact, readReleasedState } from './check-artefact.ts';
import { checkTypes } from './check-types.ts';
import { describeFinding, type Finding, sortFindings } from './finding.ts';
import { startSourceProbe } from './source-probe.ts';

export interface GateOptions {
  readonly remote: string;
  /** Workspace of the remote; the release checks read its `dist`. */
  readonly workspace: string;
  /**
   * The release store, which knows the active versions. Without it, the build is not compared with an active version. With a release API, the host makes the
   * comparison.
   */
  readonly store?: ReleaseStore | undefined;
  /** `full`: all checks. `quick`: no types, leaks or browser, for builds of this repository that `npm start` publishes, because `npm test` has checked them. */
  readonly depth?: 'quick' | 'full' | undefined;
  /**
   * Whether the host of a release API repeats the checks that need neither sources nor a browser. The server bundle is then checked only quickly here, and only
   * if the browser check needs its pages.
   */
  readonly isRepeatedByHost?: boolean | undefined;
  /** Findings of a type check that is already running. */
  readonly types?: Promise<readonly Finding[]> | undefined;
  readonly allowGrowth?: boolean | undefined;
  /** The repository's folder, which contains the built host. */
  readonly root: string;
  /** Skips the browser checks, for a team whose machine has no browser. */
  readonly skipBrowser?: boolean | undefined;
}

export interface GateResult {
  readonly browser: 'passed' | 'skipped';
  readonly findings: readonly Finding[];
}

/** Runs all release checks on a built remote, so that a single report lists everything that must be fixed. */
export const checkBuild = async ({
  remote,
  workspace,
  store,
  depth = 'full',
  isRepeatedByHost = false,
  types,
  allowGrowth = false,
  root,
  skipBrowser = false,
}: GateOptions): Promise<GateResult> => {
  const [candidate, released] = await Promise.all([
    readCandidate(remote, join(workspace, 'dist')),
    store === undefined ? { owners: {}, active: undefined } : readReleasedState(store, remote),
  ]);
  const checksInBrowser = depth === 'full' && !skipBrowser && isValid(candidate.build);
  const checkOutput = async (): Promise<readonly Finding[]> => {
    if (isRepeatedByHost && !checksInBrowser) return [];
    const artefact = checkArtefact(candidate, { released, startProbe: startSourceProbe, depth: isRepeatedByHost ? 'quick' : depth, allowGrowth });
    if (!checksInBrowser) return artefact.findings;
    // Load this on demand, because its packages load slowly.
    const { checkBrowser } = await import('./check-browser.ts');
    const opened = checkBrowser({ root, candidate, store, routes: artefact.routes });
    return (await Promise.all([artefact.findings, opened])).flat();
  };
  const findings = await Promise.all([checkOutput(), depth === 'full' ? (types ?? checkTypes(workspace)) : []]);
  return { browser: checksInBrowser ? 'passed' : 'skipped', findings: sortFindings(findings.flat()) };
};

/** Formats a readable report: what failed, where, and how to fix it. */
export const describeFindings = (remote: string, { findings }: GateResult): string =>
  [
    `${remote} was rejected: ${findings.length === 1 ? 'one finding' : `${findings.length} findings`}. The active version is unchanged.`,
    ...findings.map(describeFinding),
  ].join('\n');
