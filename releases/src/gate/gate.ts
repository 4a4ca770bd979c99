import { join } from 'node:path';
import type { Registry } from '../manifest.ts';
import type { ReleaseStore } from '../release-store.ts';
import { type Candidate, isValid, readCandidate } from './candidate.ts';
import { checkBrowser } from './check-browser.ts';
import { checkContract } from './check-contract.ts';
import { checkFiles } from './check-files.ts';
import { checkPaths } from './check-paths.ts';
import { checkServer } from './check-server.ts';
import { type ActiveRelease, checkSizes } from './check-sizes.ts';
import { checkStyles } from './check-styles.ts';
import { checkTypes } from './check-types.ts';
import { describeFinding, type Finding, sortFindings } from './finding.ts';

export interface GateOptions {
  readonly remote: string;
  /** The workspace of the remote; its `dist` is checked. */
  readonly workspace: string;
  /** The release store, which holds the active versions. */
  readonly store: ReleaseStore;
  /**
   * `full`: everything. `quick`: without types, leaks and the browser, for builds of this repository that `npm start` publishes: `npm test` has checked them.
   */
  readonly depth?: 'quick' | 'full' | undefined;
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

/** Who owns which paths, and the version that visitors have now. Before the first release nobody owns anything. */
const readActive = async (
  store: ReleaseStore,
  remote: string,
): Promise<{ readonly remotes: Registry['remotes']; readonly active: ActiveRelease | undefined }> => {
  const { remotes } = await store.readRegistry();
  const version = remotes[remote]?.history[0];
  // A damaged active version is no reason to reject the next one.
  const manifest = version === undefined ? undefined : await store.loadRelease(remote, version).catch(() => undefined);
  return { remotes, active: manifest === undefined ? undefined : { folder: store.getFolder(remote, manifest.version), manifest } };
};

/** The name that the build's classes and globals begin with. */
const getRuntimeName = ({ remote, build }: Candidate): string => (isValid(build) ? build.runtimeName : undefined) ?? `remote_${remote.replaceAll('-', '_')}`;

/** Checks a built remote as it would be published. All checks run, so that one report names everything that has to be mended. */
export const checkBuild = async ({
  remote,
  workspace,
  store,
  depth = 'full',
  allowGrowth = false,
  root,
  skipBrowser = false,
}: GateOptions): Promise<GateResult> => {
  const [candidate, { remotes, active }] = await Promise.all([readCandidate(remote, join(workspace, 'dist')), readActive(store, remote)]);
  const server = checkServer(candidate, depth);
  const runtimeName = getRuntimeName(candidate);
  const isOpened = depth === 'full' && !skipBrowser && isValid(candidate.build);
  const [files, styles, sizes, types, serverFindings, routes, browserFindings] = await Promise.all([
    checkFiles(candidate),
    checkStyles(candidate, runtimeName),
    checkSizes(candidate, { active, allowGrowth }),
    depth === 'full' ? checkTypes(workspace, join(workspace, 'dist')) : [],
    server.findings,
    server.routes,
    isOpened ? checkBrowser({ root, candidate, runtimeName, store, routes: server.routes }) : [],
  ]);
  return {
    browser: isOpened ? 'passed' : 'skipped',
    findings: sortFindings([
      ...files,
      ...checkContract(candidate),
      ...types,
      ...checkPaths(candidate, routes, remotes),
      ...styles,
      ...sizes,
      ...serverFindings,
      ...browserFindings,
    ]),
  };
};

/** The report for people: what failed, where, and how to mend it. */
export const describeFindings = (remote: string, { findings }: GateResult): string =>
  [
    `${remote} is rejected: ${findings.length === 1 ? 'one finding' : `${findings.length} findings`}. The active version stays.`,
    ...findings.map(describeFinding),
  ].join('\n');
