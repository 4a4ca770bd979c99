import type { ActivationResult } from '../api/api-schemas.ts';
import { toActivateCommand } from '../registry-changes.ts';
import { ReleaseError } from '../release-error.ts';
import type { HistoryQuery } from '../release-history.ts';
import type { ClientContext } from './client-context.ts';
import { describeCanary, describeEntry, describeRemote } from './describe-releases.ts';
import type { ActivationRequest, CanaryRequest, PreviewRequest, RollbackRequest } from './release-target.ts';

/**
 * Reports which version visitors now get, and how to undo the change if another version was active before. Throws if the host does not serve the active
 * version.
 */
export const sayActivation = ({ say, toCommandLine }: ClientContext, { remote, version, left, isServed, refused }: ActivationResult): void => {
  if (refused !== undefined) throw new ReleaseError(`${remote} ${version} is active, but the host serves another version: ${refused}`);
  const undo = left === undefined || left === version ? '' : ` To roll back: ${toCommandLine(`rollback -- ${remote}`)}`;
  say(`${remote} ${version} is active${isServed ? ' and served' : ''}.${undo}`);
};

/** Serves a published version to staff and a share of the visitors. */
export const startCanary = async ({ target, say, toCommandLine }: ClientContext, request: CanaryRequest): Promise<void> => {
  const { remote, version, share, views, minutes } = request;
  if (!Number.isInteger(share) || share < 0 || share > 100) throw new ReleaseError('A share is a whole number of percent, up to 100. For staff only: --staff');
  if (!Number.isInteger(views) || views < 1 || !(minutes >= 0)) throw new ReleaseError('--views and --minutes are numbers.');
  say(`${remote} ${version} is a canary: ${describeCanary(await target.startCanary(request))}.`);
  say(`To activate it now: ${toCommandLine(`releases -- promote ${remote}`)}`);
  say(`To end it: ${toCommandLine(`releases -- stop-canary ${remote}`)}`);
};

/** Shows published versions and their history. */
const createListings = ({ target, api, say, requireServer, toCommandLine }: ClientContext) => {
  /** Lists all versions of all remotes that the target shows. */
  const list = async (): Promise<void> => {
    const remotes = await target.list();
    if (remotes.length === 0) say('Nothing has been released yet. Build and publish all parts: npm run build');
    for (const remote of remotes) for (const line of describeRemote(remote)) say(line);
  };

  /** Asks a site's host to examine a published version again. */
  const checkPublished = async (remote: string, version: string): Promise<void> => {
    if (api === undefined) throw new ReleaseError('A published version is checked by a host: name its site with --to.');
    const findings = await api.check(remote, version);
    if (findings.length > 0) throw new ReleaseError([`The host's release checks found problems in ${remote} ${version}:`, ...findings].join('\n'));
    say(`The host's release checks found no problems in ${remote} ${version}.`);
  };

  /** Prints a URL of the site that shows a published version. */
  const preview = async ({ site, ...request }: PreviewRequest & { readonly site: string }): Promise<void> => {
    const { id, path, expiresAt } = await target.createPreview(request);
    say(`${request.remote} ${request.version}, until ${expiresAt}, for anyone with this link:`);
    say(new URL(path, site).href);
    say(`To end it: ${toCommandLine(`releases -- revoke-preview ${id}`)}`);
  };

  /** `id`: the id of one preview, or `all`. */
  const revokePreview = async (id: string): Promise<void> => {
    if (id === 'all') requireServer();
    await target.revokePreview(id);
    say(id === 'all' ? 'Every preview is revoked.' : `The preview ${id} is revoked.`);
  };

  /** Lists who released what, newest first. */
  const listHistory = async (query: HistoryQuery): Promise<void> => {
    const entries = await target.readHistory(query);
    if (entries.length === 0) say('There is no history yet.');
    for (const entry of entries) say(describeEntry(entry));
  };

  return { list, checkPublished, preview, revokePreview, listHistory };
};

/** Changes which versions visitors get, and shows the versions. */
export const createVersionClient = (context: ClientContext) => {
  const { target, api, say, toCommandLine } = context;

  /** Activates the version before the active one, or another version from the history. Blocks the version that was active. */
  const rollBack = async (request: RollbackRequest): Promise<void> => {
    const { remote, version, left = '' } = await target.rollBack(request);
    say(`${remote} is back on ${version}. ${left} is blocked; to activate it again: ${toActivateCommand(remote, left, api?.site)}`);
  };

  /** Activates any published version, even an older one, and on the server even a blocked one. */
  const activate = async (request: ActivationRequest): Promise<void> => sayActivation(context, await target.activate({ ...request, isExplicit: true }));

  const promoteCanary = async (remote: string, reason?: string): Promise<void> => {
    sayActivation(context, await target.promoteCanary(remote, reason));
  };

  const stopCanary = async (remote: string, reason?: string): Promise<void> => {
    await target.stopCanary(remote, reason);
    say(`${remote} no longer has a canary; all visitors get the active version.`);
  };

  const freeze = async (remote: string, reason: string): Promise<void> => {
    await target.freeze(remote, reason);
    say(`${remote} is frozen: no version will be activated until it is unfrozen: ${toCommandLine(`releases -- unfreeze ${remote}`)}`);
  };

  const unfreeze = async (remote: string, reason?: string): Promise<void> => {
    await target.unfreeze(remote, reason);
    say(`${remote} is no longer frozen.`);
  };

  return {
    rollBack,
    activate,
    startCanary: (request: CanaryRequest): Promise<void> => startCanary(context, request),
    promoteCanary,
    stopCanary,
    freeze,
    unfreeze,
    ...createListings(context),
  };
};
