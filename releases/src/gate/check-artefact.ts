import { getOwners, type PathOwners } from '../path-ownership.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { Candidate } from './candidate.ts';
import { checkContract } from './check-contract.ts';
import { checkFiles } from './check-files.ts';
import { checkPaths } from './check-paths.ts';
import { checkSecrets } from './check-secrets.ts';
import { checkServer, type ServerDepth, type StartProbe } from './check-server.ts';
import { type ActiveRelease, checkSizes } from './check-sizes.ts';
import type { Finding } from './finding.ts';
import type { ProbedRoute } from './probe-protocol.ts';

/** State that a release is compared with: the owner of each path, and the version that visitors get now. Before the first release no path has an owner. */
interface ReleasedState {
  readonly owners: PathOwners;
  readonly active: ActiveRelease | undefined;
}

export const readReleasedState = async (store: ReleaseStore, remote: string): Promise<ReleasedState> => {
  const registry = await store.readRegistry();
  const version = registry.remotes[remote]?.history[0];
  // A damaged active version is not a reason to reject the next one.
  const manifest = version === undefined ? undefined : await store.readRelease(remote, version).catch(() => undefined);
  return { owners: getOwners(registry), active: manifest === undefined ? undefined : { manifest, read: (path) => store.readVerifiedFile(manifest, path) } };
};

interface ArtefactOptions {
  readonly released: ReleasedState;
  readonly startProbe: StartProbe;
  readonly depth: ServerDepth;
  readonly allowGrowth: boolean;
}

interface ArtefactCheck {
  readonly findings: Promise<readonly Finding[]>;
  /** Resolves long before the findings do, with undefined if the server bundle failed before it created its routes. */
  readonly routes: Promise<readonly ProbedRoute[] | undefined>;
}

/**
 * Runs the release checks that need neither sources nor a browser. A team runs them before a release, and the host repeats them when it receives the release.
 */
export const checkArtefact = (candidate: Candidate, { released: { owners, active }, startProbe, depth, allowGrowth }: ArtefactOptions): ArtefactCheck => {
  const { findings, routes } = checkServer(candidate, startProbe, depth);
  const check = async (): Promise<readonly Finding[]> => {
    const found = await Promise.all([
      checkFiles(candidate),
      checkSecrets(candidate),
      checkSizes(candidate, { active, allowGrowth }),
      findings,
      routes.then((routeList) => checkPaths(candidate, routeList, owners)),
    ]);
    return [...checkContract(candidate), ...found.flat()];
  };
  return { findings: check(), routes };
};
