import type { LinkAction, PathAction } from '../registry-changes.ts';
import type { PruneOptions } from '../retention.ts';
import type { ClientContext } from './client-context.ts';

/** Operations that only an administrator can perform, on the server. */
export const createAdministratorClient = ({ local, say, requireServer }: ClientContext) => {
  const markBad = async (remote: string, version: string, reason?: string): Promise<void> => {
    requireServer();
    const registry = await local.markBad(remote, version, reason);
    say(`${remote} ${version} is blocked; ${registry.remotes[remote]?.history[0]} is active.`);
  };

  const remove = async (remote: string): Promise<void> => {
    requireServer();
    await local.remove(remote);
    say(`${remote} is removed: its paths are free. Its files stay; releasing it again brings it back.`);
  };

  /** Changes the paths that a remote owns. */
  const setPaths = async (remote: string, action: PathAction, path: string): Promise<void> => {
    requireServer();
    const { remotes } = await local.setPaths(remote, action, path);
    say(`${remote} owns: ${remotes[remote]?.paths.join(' ')}`);
  };

  /** Allows or hides the Explore links that a remote requests. */
  const setLinks = async (remote: string, action: LinkAction): Promise<void> => {
    requireServer();
    await local.setLinks(remote, action);
    say(action === 'allow' ? `The links of ${remote} are shown in the Explore group.` : `The links of ${remote} are not shown.`);
  };

  /** Removes the versions that are no longer needed, and lists them. */
  const prune = async (options: PruneOptions): Promise<void> => {
    requireServer();
    const versions = await local.prune(options);
    for (const { remote, version } of versions) say(`${remote} ${version}`);
    say(options.isDryRun === true ? `Versions that would be removed: ${versions.length}.` : `Versions removed: ${versions.length}.`);
  };

  return { markBad, remove, setPaths, setLinks, prune };
};
