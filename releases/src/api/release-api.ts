import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { getErrorMessage, hasErrorCode } from '@site/shared/domain/error-code';
import type * as v from 'valibot';
import { startCanary, stopCanary, toCanary } from '../canary-changes.ts';
import { readCandidate } from '../gate/candidate.ts';
import { checkArtefact, readReleasedState } from '../gate/check-artefact.ts';
import type { StartProbe } from '../gate/check-server.ts';
import { type Finding, sortFindings } from '../gate/finding.ts';
import { listTeamKeys } from '../key-changes.ts';
import type { Canary, Registry, ReleaseManifest } from '../manifest.ts';
import { isSignedByTeam } from '../manifest-signing.ts';
import { getOwners, requireOwnSignIn } from '../path-ownership.ts';
import { findPreviewRemote, issuePreview, type PreviewAddress, revokeIssuedPreview } from '../preview.ts';
import { freezeRemote, requireActivatable, unfreezeRemote } from '../registry-changes.ts';
import { describeBuild } from '../release-files.ts';
import type { ReleaseStore } from '../release-store.ts';
import { findTokenProblem, type ReleaseToken, type TokenScope, type TokenStore } from '../release-tokens.ts';
import type { Signature } from '../signing/signed-text.ts';
import { StorageUnavailableError } from '../storage/release-storage.ts';
import { ReleaseApiError, toFindingsError, toLookupError } from './api-error.ts';
import type {
  Activated,
  activationSchema,
  canaryRequestSchema,
  Listing,
  previewRequestSchema,
  rollbackSchema,
  UploadDescription,
  uploadedSchema,
} from './api-schemas.ts';
import { receiveUpload, type UploadPart } from './receive-upload.ts';
import { listRemotes } from './release-listing.ts';

/** Whether a host serves the active version of a registry's generation; `refused` says why not. */
export type WhenServed = (remote: string, generation: number) => Promise<Pick<Activated, 'isServed' | 'refused'>>;

interface ReleaseApiOptions {
  readonly store: ReleaseStore;
  readonly tokens: Pick<TokenStore, 'find'>;
  /** Starts the program that examines server bundles, isolated from the host; it ends when the client leaves (`signal`). */
  readonly startProbe: (signal?: AbortSignal) => ReturnType<StartProbe>;
  /** The build of the host: a release that another one has examined is examined again before it becomes active. */
  readonly buildId: string;
  readonly whenServed: WhenServed;
  /** The key that signs previews (`readHmacKey`). */
  readonly hmacKey: Buffer;
  /** An existing folder, below which uploads are received. */
  readonly temporaryFolder: string;
}

/** Who calls: the token, the remote of the address, which is the token's, and whether the client is still there. */
export interface ApiCaller {
  readonly token: ReleaseToken;
  readonly remote: string;
  readonly signal?: AbortSignal;
}

const getVersion = ({ remotes }: Registry, remote: string): string => remotes[remote]?.history[0] ?? '';

/** Prefix of the temporary folder of an upload. The id of the host's process follows. */
const UPLOAD_FOLDER = 'release-upload-';

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // It may be another user's.
    return hasErrorCode(error, 'EPERM');
  }
};

/** Deletes the upload folders of host processes that no longer run. To be called before the first upload. */
export const removeAbandonedUploads = async (temporaryFolder: string): Promise<void> => {
  for (const name of await readdir(temporaryFolder)) {
    const pid = name.startsWith(UPLOAD_FOLDER) ? Number.parseInt(name.slice(UPLOAD_FOLDER.length), 10) : Number.NaN;
    // It may be another user's, and must not keep a host from starting.
    if (pid > 0 && (pid === process.pid || !isRunning(pid))) await rm(join(temporaryFolder, name), { recursive: true, force: true }).catch(() => undefined);
  }
};

/** The release API without HTTP: what each endpoint does. Rejected calls throw a ReleaseError, which is a ReleaseApiError where the status matters. */
export const createReleaseApi = ({ store, tokens, startProbe, buildId, whenServed, hmacKey, temporaryFolder }: ReleaseApiOptions) => {
  /** Remotes whose release is being received or examined, which takes seconds and a process each. */
  const busy = new Set<string>();
  /** Versions that this process has examined since they were published. */
  const examined = new Set<string>();

  /** Creates a temporary folder for the time of `work`. */
  const withFolder = async <Result>(work: (folder: string) => Promise<Result>): Promise<Result> => {
    const folder = await mkdtemp(join(temporaryFolder, `${UPLOAD_FOLDER}${process.pid}-`));
    try {
      return await work(folder);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  };

  const exclusively = async <Result>(remote: string, work: () => Promise<Result>): Promise<Result> => {
    if (busy.has(remote)) throw new ReleaseApiError(409, `Another release of ${remote} is being received or examined. Try again when it has ended.`);
    busy.add(remote);
    try {
      return await work();
    } finally {
      busy.delete(remote);
    }
  };

  /** The token of an `Authorization` header. Throws when there is none, or it has expired or is revoked. */
  const authenticate = async (authorization: string | undefined): Promise<ReleaseToken> => {
    const [, text] = /^Bearer ([\w-]{20,200})$/.exec(authorization ?? '') ?? [];
    const token = text === undefined ? undefined : await tokens.find(text).catch((error: unknown) => Promise.reject(toLookupError(error)));
    if (token === undefined) throw new ReleaseApiError(401, 'A valid release token is required (Authorization: Bearer …).');
    const problem = findTokenProblem(token, Date.now());
    if (problem !== undefined) throw new ReleaseApiError(401, problem);
    return token;
  };

  /** Throws unless the token may do this to the remote, and the remote is known. A remote that was removed is not: an administrator registers it again. */
  const authorize = async (token: ReleaseToken, remote: string, scope: TokenScope | undefined): Promise<void> => {
    if (token.remote !== remote) throw new ReleaseApiError(403, `This token is for ${token.remote} only.`);
    if (scope !== undefined && !token.scopes.includes(scope)) throw new ReleaseApiError(403, `This token may not ${scope}.`);
    const { remotes, registered } = await store.readRegistry();
    if (remotes[remote] === undefined && registered?.[remote] === undefined) throw new ReleaseApiError(404, `There is no remote "${remote}".`);
  };

  /** Throws when the client leaves meanwhile, which says nothing about the release. */
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

  /** Examines a published version. Its size was compared when it was published. */
  const examineRelease = (release: ReleaseManifest, signal?: AbortSignal): Promise<Finding[]> =>
    withFolder(async (folder) => {
      for (const file of Object.keys(release.files)) {
        await mkdir(dirname(join(folder, file)), { recursive: true });
        await writeFile(join(folder, file), await store.readVerified(release, file));
      }
      return examine(release.remote, folder, true, signal);
    });

  /** Throws when the remote's team has keys and none of them has signed the release. Without keys the host's own signature is the only one. */
  const requireTeamSignature = async (
    release: Parameters<typeof isSignedByTeam>[0],
    signature: Signature | undefined,
  ): Promise<{ readonly team?: Signature }> => {
    const keys = listTeamKeys(await store.readRegistry(), release.remote);
    if (keys.length === 0) return {};
    if (signature === undefined || !isSignedByTeam(release, signature, keys))
      throw new ReleaseApiError(422, `The release is not signed with a key of the team of ${release.remote}: set RELEASE_KEY to the private one.`);
    return { team: signature };
  };

  /** Receives a release, examines it, and publishes it unless there are findings. It is not active then. `onDescription` receives what the client says about it. */
  const upload = (
    { token, remote, signal }: ApiCaller,
    version: string,
    parts: AsyncIterable<UploadPart>,
    onDescription: (description: UploadDescription) => void,
  ): Promise<v.InferOutput<typeof uploadedSchema>> =>
    exclusively(remote, () =>
      withFolder(async (folder) => {
        const description = await receiveUpload(parts, folder);
        onDescription(description);
        const { packageVersion, files, browser, commit, signature, allowGrowth } = description;
        const built = await describeBuild(remote, packageVersion, folder, files).catch((error: unknown) => {
          throw new ReleaseApiError(422, `The files are not a release: ${getErrorMessage(error)}`);
        });
        if (built.version !== version) throw new ReleaseApiError(422, `The files are version ${built.version}, not ${version}.`);
        const gate = { browser, by: token.name, host: buildId };
        const team = await requireTeamSignature({ ...built, commit, gate }, signature);
        const findings = await examine(remote, folder, allowGrowth, signal);
        if (findings.length > 0) throw toFindingsError(remote, findings);
        const published = await store.publishBuild(built, folder, { ...(commit === undefined ? {} : { commit }), gate, ...team });
        examined.add(`${remote}/${version}`);
        return { remote, version, gate: published.gate };
      }),
    );

  /** Examines a published version again, without changing anything. */
  const check = ({ remote, signal }: ApiCaller, version: string): Promise<{ findings: Finding[] }> =>
    exclusively(remote, async () => ({ findings: await examineRelease(await readRelease(remote, version), signal) }));

  /** A published version that may become active, and in which this build of the host's gate finds nothing. */
  const readExaminedRelease = async ({ remote, signal }: ApiCaller, version: string, takesBack = false): Promise<ReleaseManifest> => {
    const release = await readRelease(remote, version);
    // Decided again when the registry changes; here before the examination, which takes seconds.
    const registry = await store.readRegistry();
    requireOwnSignIn(getOwners(registry), remote, release.paths);
    requireActivatable(registry, release, { takesBack });
    if (release.gate?.host === buildId || examined.has(`${remote}/${version}`)) return release;
    const findings = await exclusively(remote, () => examineRelease(release, signal));
    if (findings.length > 0) throw toFindingsError(remote, findings);
    examined.add(`${remote}/${version}`);
    return release;
  };

  const activate = async (caller: ApiCaller, { version, takesBack }: v.InferOutput<typeof activationSchema>): Promise<Activated> => {
    const { remote } = caller;
    const release = await readExaminedRelease(caller, version, takesBack);
    const left = getVersion(await store.readRegistry(), remote);
    const { generation } = await store.activate(release, { takesBack });
    return { remote, version, ...(left === '' ? {} : { left }), ...(await whenServed(remote, generation)) };
  };

  const rollBack = async ({ token, remote }: ApiCaller, { version, reason }: v.InferOutput<typeof rollbackSchema>): Promise<Activated> => {
    const left = getVersion(await store.readRegistry(), remote);
    const registry = await store.rollBack(remote, reason, version, token.name);
    return { remote, version: getVersion(registry, remote), left, ...(await whenServed(remote, registry.generation)) };
  };

  const list = async ({ token, remote }: ApiCaller): Promise<Listing> => ({
    remotes: await listRemotes(store, remote),
    caller: { scopes: token.scopes, keys: listTeamKeys(await store.readRegistry(), remote).map(({ id }) => id) },
  });

  const freeze = async (caller: ApiCaller, reason: string): Promise<Listing> => {
    const { token, remote } = caller;
    await store.changeRegistry(freezeRemote(remote, { by: token.name, isAdministrator: false, reason, at: new Date().toISOString() }));
    return list(caller);
  };

  const unfreeze = async (caller: ApiCaller): Promise<Listing> => {
    const { remote } = caller;
    await store.changeRegistry(unfreezeRemote(remote, { isAdministrator: false }));
    return list(caller);
  };

  const beginCanary = async (caller: ApiCaller, { version, ...request }: v.InferOutput<typeof canaryRequestSchema>): Promise<Canary> => {
    const release = await readExaminedRelease(caller, version);
    const canary = toCanary(version, request);
    await store.changeRegistry(startCanary(release, canary));
    return canary;
  };

  const promoteCanary = async ({ remote }: ApiCaller): Promise<Activated> => {
    const left = getVersion(await store.readRegistry(), remote);
    const registry = await store.promote(remote);
    return { remote, version: getVersion(registry, remote), left, ...(await whenServed(remote, registry.generation)) };
  };

  const endCanary = async (caller: ApiCaller): Promise<Listing> => {
    await store.changeRegistry(stopCanary(caller.remote));
    return list(caller);
  };

  const createPreview = async ({ remote }: ApiCaller, { version, hours }: v.InferOutput<typeof previewRequestSchema>): Promise<PreviewAddress> => {
    await readRelease(remote, version);
    return issuePreview(store, { key: hmacKey, remote, version, hours, now: Date.now() });
  };

  const revokePreview = async ({ remote }: ApiCaller, id: string): Promise<{ id: string }> => {
    if (findPreviewRemote(id) !== remote) throw new ReleaseApiError(403, `"${id}" is no preview of ${remote}.`);
    await revokeIssuedPreview(store, hmacKey, id, Date.now());
    return { id };
  };

  return {
    authenticate,
    authorize,
    upload,
    check,
    activate,
    rollBack,
    freeze,
    unfreeze,
    beginCanary,
    promoteCanary,
    endCanary,
    createPreview,
    revokePreview,
    list,
  };
};
export type ReleaseApi = ReturnType<typeof createReleaseApi>;
