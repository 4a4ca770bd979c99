import type * as v from 'valibot';
import { startCanary, stopCanary, toCanary } from '../canary-changes.ts';
import type { Finding } from '../gate/finding.ts';
import { listTeamKeys } from '../key-changes.ts';
import type { Canary, Registry } from '../manifest.ts';
import { findPreviewRemote, issuePreview, type PreviewAddress, revokeIssuedPreview } from '../preview.ts';
import { freezeRemote, unfreezeRemote } from '../registry-changes.ts';
import type { ReleaseToken, TokenStore } from '../release-tokens.ts';
import { ReleaseApiError } from './api-error.ts';
import type { ActivationResult, activationSchema, canaryRequestSchema, Listing, previewRequestSchema, rollbackSchema } from './api-schemas.ts';
import { createAuthorization } from './authorization.ts';
import { createReleaseExaminer, type ExaminerOptions, type ReleaseExaminer } from './release-examiner.ts';
import { listRemotes } from './release-listing.ts';
import { createUpload } from './upload-release.ts';

export { removeAbandonedUploads } from './upload-folder.ts';

/** Reports whether a host serves the active version of a registry generation; `refused` is the reason if it does not. */
export type WhenServed = (remote: string, generation: number) => Promise<Pick<ActivationResult, 'isServed' | 'refused'>>;

interface ReleaseApiOptions extends ExaminerOptions {
  readonly tokens: Pick<TokenStore, 'find'>;
  readonly whenServed: WhenServed;
  /** Key that signs previews (`readHmacKey`). */
  readonly hmacKey: Buffer;
}

/** A caller: its token, the remote in the URL (which must be the token's), and a signal for when the client disconnects. */
export interface ApiCaller {
  readonly token: ReleaseToken;
  readonly remote: string;
  readonly signal?: AbortSignal;
}

const getVersion = ({ remotes }: Registry, remote: string): string => remotes[remote]?.history[0] ?? '';

type TrialOptions = Pick<ReleaseApiOptions, 'store' | 'hmacKey' | 'whenServed'> & {
  readonly examiner: ReleaseExaminer;
  readonly list: (caller: ApiCaller) => Promise<Listing>;
};

/** Canaries and previews: versions that only some visitors see. */
const createTrials = ({ store, hmacKey, whenServed, examiner, list }: TrialOptions) => {
  const beginCanary = async (caller: ApiCaller, { version, ...request }: v.InferOutput<typeof canaryRequestSchema>): Promise<Canary> => {
    const release = await examiner.readExaminedRelease(caller.remote, version, { signal: caller.signal });
    const canary = toCanary(version, request);
    await store.changeRegistry(startCanary(release, canary));
    return canary;
  };

  const promoteCanary = async ({ remote }: ApiCaller): Promise<ActivationResult> => {
    const left = getVersion(await store.readRegistry(), remote);
    const registry = await store.promote(remote);
    return { remote, version: getVersion(registry, remote), left, ...(await whenServed(remote, registry.generation)) };
  };

  const endCanary = async (caller: ApiCaller): Promise<Listing> => {
    await store.changeRegistry(stopCanary(caller.remote));
    return list(caller);
  };

  const createPreview = async ({ remote }: ApiCaller, { version, hours }: v.InferOutput<typeof previewRequestSchema>): Promise<PreviewAddress> => {
    await examiner.readRelease(remote, version);
    return issuePreview(store, { key: hmacKey, remote, version, hours, now: Date.now() });
  };

  const revokePreview = async ({ remote }: ApiCaller, id: string): Promise<{ id: string }> => {
    if (findPreviewRemote(id) !== remote) throw new ReleaseApiError(403, `"${id}" is no preview of ${remote}.`);
    await revokeIssuedPreview(store, hmacKey, id, Date.now());
    return { id };
  };

  return { beginCanary, promoteCanary, endCanary, createPreview, revokePreview };
};

/** Implements each endpoint of the release API without HTTP. A rejected call throws a ReleaseError, or a ReleaseApiError where the status matters. */
export const createReleaseApi = ({ tokens, whenServed, hmacKey, ...options }: ReleaseApiOptions) => {
  const { store } = options;
  const examiner = createReleaseExaminer(options);

  const activate = async (caller: ApiCaller, { version, takesBack }: v.InferOutput<typeof activationSchema>): Promise<ActivationResult> => {
    const { remote } = caller;
    const release = await examiner.readExaminedRelease(remote, version, { takesBack, signal: caller.signal });
    const left = getVersion(await store.readRegistry(), remote);
    const { generation } = await store.activate(release, { takesBack });
    return { remote, version, ...(left === '' ? {} : { left }), ...(await whenServed(remote, generation)) };
  };

  const rollBack = async ({ token, remote }: ApiCaller, { version, reason }: v.InferOutput<typeof rollbackSchema>): Promise<ActivationResult> => {
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

  return {
    ...createAuthorization({ store, tokens }),
    upload: createUpload(options, examiner),
    /** Examines a published version again, without changing anything. */
    check: ({ remote, signal }: ApiCaller, version: string): Promise<{ findings: Finding[] }> => examiner.check(remote, version, signal),
    activate,
    rollBack,
    freeze,
    unfreeze,
    ...createTrials({ store, hmacKey, whenServed, examiner, list }),
    list,
  };
};
export type ReleaseApi = ReturnType<typeof createReleaseApi>;
