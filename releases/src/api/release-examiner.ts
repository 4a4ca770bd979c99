import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { readCandidate } from '../gate/candidate.ts';
import { checkArtefact, readReleasedState } from '../gate/check-artefact.ts';
import type { StartProbe } from '../gate/check-server.ts';
import { type Finding, sortFindings } from '../gate/finding.ts';
import type { ReleaseManifest } from '../manifest.ts';
import { getOwners, requireOwnSignIn } from '../path-ownership.ts';
import { requireActivatable } from '../registry-changes.ts';
import type { ReleaseStore } from '../release-store.ts';
import { StorageUnavailableError } from '../storage/release-storage.ts';
import { ReleaseApiError, toFindingsError } from './api-error.ts';
import { withUploadFolder } from './upload-folder.ts';

export interface ExaminerOptions {
  readonly store: ReleaseStore;
  /** Starts the program that examines server bundles, isolated from the host. The program is stopped when the client disconnects (`signal`). */
  readonly startProbe: (signal?: AbortSignal) => ReturnType<StartProbe>;
  /** Id of this host build. A release that a different build has examined is examined again before it becomes active. */
  readonly buildId: string;
  /** Existing folder in which each upload gets a subfolder. */
  readonly temporaryFolder: string;
}

/** Examines releases for the release API: uploads, and releases that were published by other means or examined by another host build. */
export const createReleaseExaminer = ({ store, startProbe, buildId, temporaryFolder }: ExaminerOptions) => {
  /** Remotes whose release is being received or examined. Each examination takes seconds and needs its own process. */
  const busyRemotes = new Set<string>();
  /** Versions that this process has examined since they were published. */
  const examinedVersions = new Set<string>();

  const runExclusively = async <Result>(remote: string, work: () => Promise<Result>): Promise<Result> => {
    if (busyRemotes.has(remote)) throw new ReleaseApiError(409, `Another release of ${remote} is being received or examined. Try again when it has ended.`);
    busyRemotes.add(remote);
    try {
      return await work();
    } finally {
      busyRemotes.delete(remote);
    }
  };

  /** Throws if the client disconnects meanwhile, because the findings then say nothing about the release. */
  const examine = async (remote: string, folder: string, allowGrowth: boolean, signal?: AbortSignal): Promise<Finding[]> => {
    const [candidate, released] = await Promise.all([readCandidate(remote, folder), readReleasedState(store, remote)]);
    const findings = await checkArtefact(candidate, { released, startProbe: () => startProbe(signal), depth: 'full', allowGrowth }).findings;
    if (signal?.aborted) throw new ReleaseApiError(408, 'The client left before the release was examined.');
    return sortFindings(findings);
  };

  const readRelease = (remote: string, version: string): Promise<ReleaseManifest> =>
    store.readCompleteRelease(remote, version).catch((error: unknown) => {
      if (error instanceof StorageUnavailableError) throw error;
      throw new ReleaseApiError(404, `${remote} ${version} cannot be used: ${getErrorMessage(error)}`);
    });

  /** Examines a published version. Its size was already compared when it was published. */
  const examineRelease = (release: ReleaseManifest, signal?: AbortSignal): Promise<Finding[]> =>
    withUploadFolder(temporaryFolder, async (folder) => {
      for (const file of Object.keys(release.files)) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), await store.readVerifiedFile(release, file));
      }
      return examine(release.remote, folder, true, signal);
    });

  /** Examines a published version again, without changing anything. */
  const check = (remote: string, version: string, signal?: AbortSignal): Promise<{ findings: Finding[] }> =>
    runExclusively(remote, async () => ({ findings: await examineRelease(await readRelease(remote, version), signal) }));

  /** Returns a published version that may become active and that passes the release checks of this host build. */
  const readExaminedRelease = async (
    remote: string,
    version: string,
    { takesBack = false, signal }: { readonly takesBack?: boolean; readonly signal?: AbortSignal | undefined } = {},
  ): Promise<ReleaseManifest> => {
    const release = await readRelease(remote, version);
    // The registry change repeats these checks. Making them before the examination saves seconds.
    const registry = await store.readRegistry();
    requireOwnSignIn(getOwners(registry), remote, release.paths);
    requireActivatable(registry, release, { takesBack });
    if (release.gate?.host === buildId || examinedVersions.has(`${remote}/${version}`)) return release;
    const findings = await runExclusively(remote, () => examineRelease(release, signal));
    if (findings.length > 0) throw toFindingsError(remote, findings);
    examinedVersions.add(`${remote}/${version}`);
    return release;
  };

  return {
    runExclusively,
    examine,
    check,
    readRelease,
    readExaminedRelease,
    /** Records that an uploaded version, now published, was examined. */
    noteExamined: (remote: string, version: string): void => void examinedVersions.add(`${remote}/${version}`),
  };
};
export type ReleaseExaminer = ReturnType<typeof createReleaseExaminer>;
