import { join } from 'node:path';
import { HOST_NAME } from '@site/releases/manifest';
import type { ReleaseStore } from '@site/releases/release-store';
import { getErrorMessage } from '@site/shared/domain/error-code';
import type { FastifyBaseLogger } from 'fastify';
import { BUILD_VERSION } from './host-assets.ts';

interface HostBuildsOptions {
  readonly store: Pick<ReleaseStore, 'publish' | 'listReleases' | 'findBrowserFolder'>;
  /** The host's own build. */
  readonly distFolder: string;
  readonly log: Pick<FastifyBaseLogger, 'error'>;
}

/**
 * The browser builds of all hosts of this site: of this one, of earlier ones whose pages are still open or cached, and of newer ones that share this host's
 * address. Each host adds its own to the release store, so every host can serve the assets of every page.
 */
export const createHostBuilds = ({ store, distFolder, log }: HostBuildsOptions) => {
  /** The builds that have been seen in the store, by the path of a file in them. Names contain the hash of the content. */
  const builds = new Map<string, string>();

  const index = async (): Promise<void> => {
    for (const { version, files } of await store.listReleases(HOST_NAME)) for (const file of Object.keys(files)) builds.set(file, version);
  };
  let pending: Promise<void> | undefined;
  /** One at a time, however many unknown files are requested. */
  const refresh = (): Promise<void> => {
    pending ??= index().finally(() => {
      pending = undefined;
    });
    return pending;
  };

  const findInStore = async (file: string): Promise<string | undefined> => {
    const version = builds.get(join('browser', file));
    return version === undefined ? undefined : store.findBrowserFolder(HOST_NAME, version, file);
  };

  return {
    /** Adds this host's build to the store. Never rejects: without it only this host can serve its pages' assets. */
    publish: async (): Promise<void> => {
      try {
        await store.publish(HOST_NAME, BUILD_VERSION, distFolder);
      } catch (error) {
        log.error({ reason: getErrorMessage(error) }, 'assets not published: only this host can serve them');
      }
    },
    /** The folder in the store that holds a file of another build, or undefined. */
    findFolder: async (file: string): Promise<string | undefined> => {
      const known = await findInStore(file);
      if (known !== undefined) return known;
      // A reading that is pending may have begun before the other host published its build.
      await pending;
      await refresh();
      return findInStore(file);
    },
  };
};
export type HostBuilds = ReturnType<typeof createHostBuilds>;
