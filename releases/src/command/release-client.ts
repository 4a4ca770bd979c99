import { createAdministratorClient } from './administrator-client.ts';
import { createClientContext, type ReleaseClientOptions } from './client-context.ts';
import { createDeployClient } from './deploy-client.ts';
import { toUnknownRemoteError } from './usage.ts';
import { createVersionClient } from './version-client.ts';

export { buildWorkspace } from './workspace.ts';

/** Builds, checks, publishes and activates remotes, in a store or through a site's release API. */
export const createReleaseClient = (options: ReleaseClientOptions) => {
  const { store, api } = options;
  const context = createClientContext(options);

  /**
   * Throws an error that lists the remotes if the store does not contain this one. A release API knows only the remote of its token, and reports unknown names
   * itself.
   */
  const requireRemote = async (remote: string): Promise<void> => {
    if (api !== undefined) return;
    const { remotes, removed, registered = {} } = await store.readRegistry();
    const knownRemotes = [remotes, removed, registered].flatMap(Object.keys);
    if (!knownRemotes.includes(remote)) throw toUnknownRemoteError(remote, knownRemotes);
  };

  return { requireRemote, ...createDeployClient(context), ...createVersionClient(context), ...createAdministratorClient(context) };
};
export type ReleaseClient = ReturnType<typeof createReleaseClient>;
