import { join } from 'node:path';
import type { ReleaseStore } from '../release-store.ts';
import { getRuntimeName, isValid, readCandidate } from './candidate.ts';
import { checkArtefact, readReleasedState } from './check-artefact.ts';
import { checkBrowser } from './check-browser.ts';
import type { ServerDepth } from './check-server.ts';
import { checkTypes } from './check-types.ts';
import { describeFinding, type Finding, sortFindings } from './finding.ts';
import { startSourceProbe } from './source-probe.ts';

export interface GateOptions {
  readonly remote: string;
  /** The workspace of the remote; its `dist` is checked. */
  readonly workspace: string;
  /** The release store, which holds the active versions. Without one the build is compared with nothing: the host of a release API does that. */
  readonly store?: ReleaseStore | undefined;
  /**
   * `full`: everything. `quick`: without types, leaks and the browser, for builds of this repository that `npm start` publishes: `npm test` has checked them.
   */
  readonly depth?: 'quick' | 'full' | undefined;
  /** The same for the server bundle alone, which the host of a release API examines fully again. Default: `depth`. */
  readonly serverDepth?: ServerDepth | undefined;
  readonly allowGrowth?: boolean | undefined;
  /** The folder of the repository, which contains the built host. */
  readonly root: string;
  /** Pages are not opened in a browser: the choice of a team on a machine without one. */
  readonly skipBrowser?: boolean | undefined;
}

export interface GateResult {
  readonly browser: 'passed' | 'skipped';
  readonly findings: readonly Finding[];
}

/** Checks a built remote as it would be published. All checks run, so that one report names everything that has to be mended. */
export const checkBuild = async ({
  remote,
  workspace,
  store,
  depth = 'full',
  serverDepth = depth,
  allowGrowth = false,
  root,
  skipBrowser = false,
}: GateOptions): Promise<GateResult> => {
  const [candidate, released] = await Promise.all([
    readCandidate(remote, join(workspace, 'dist')),
    store === undefined ? { owners: {}, active: undefined } : readReleasedState(store, remote),
  ]);
  const artefact = checkArtefact(candidate, { released, startProbe: startSourceProbe, depth: serverDepth, allowGrowth });
  const isOpened = depth === 'full' && !skipBrowser && isValid(candidate.build);
  const findings = await Promise.all([
    artefact.findings,
    depth === 'full' ? checkTypes(workspace, join(workspace, 'dist')) : [],
    isOpened ? checkBrowser({ root, candidate, runtimeName: getRuntimeName(candidate), store, routes: artefact.routes }) : [],
  ]);
  return { browser: isOpened ? 'passed' : 'skipped', findings: sortFindings(findings.flat()) };
};

/** The report for people: what failed, where, and how to mend it. */
export const describeFindings = (remote: string, { findings }: GateResult): string =>
  [
    `${remote} is rejected: ${findings.length === 1 ? 'one finding' : `${findings.length} findings`}. The active version stays.`,
    ...findings.map(describeFinding),
  ].join('\n');
