import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
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
  /** Between two listings of the store. */
  readonly intervalMs?: number;
}

interface FoundAsset {
  /** Of the build, in the release store. */
  readonly version: string;
  /** The folder in the store that holds the file. */
  readonly folder: string;
}

/** Anybody can request names that no build has, and each listing is many requests to an object store. */
const LIST_INTERVAL_MS = 1000;

/**
 * The browser builds of all hosts of this site: of this one, of earlier ones whose pages are still open or cached, and of newer ones that share this host's
 * address. Each host adds its own to the release store, so every host can serve the assets of every page.
 */
export const createHostBuilds = ({ store, distFolder, log, intervalMs = LIST_INTERVAL_MS }: HostBuildsOptions) => {
  /** The builds that have been seen in the store, by the path of a file in them. Names contain the hash of the content. */
  const builds = new Map<string, string>();

  const index = async (): Promise<void> => {
    for (const { version, files } of await store.listReleases(HOST_NAME)) for (const file of Object.keys(files)) builds.set(file, version);
  };
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let beganAt = Number.NEGATIVE_INFINITY;
  const indexLater = async (): Promise<void> => {
    await running;
    await delay(Math.max(0, beganAt + intervalMs - performance.now()));
    next = undefined;
    beganAt = performance.now();
    // While the store does not respond, no build is added.
    running = index().catch(() => undefined);
    return running;
  };
  /** Lists the store after this call, because one that has begun may not see what another host has just published: the next time for all unknown files. */
  const refresh = (): Promise<void> => {
    next ??= indexLater();
    return next;
  };

  const findInStore = async (file: string): Promise<FoundAsset | undefined> => {
    const version = builds.get(join('browser', file));
    const folder = version === undefined ? undefined : await store.findBrowserFolder(HOST_NAME, version, file);
    return version === undefined || folder === undefined ? undefined : { version, folder };
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
    /** The build that has a file of this name, or undefined. */
    find: async (file: string): Promise<FoundAsset | undefined> => {
      const storedFile = await findInStore(file);
      if (storedFile !== undefined) return storedFile;
      await refresh();
      return findInStore(file);
    },
  };
};
export type HostBuilds = ReturnType<typeof createHostBuilds>;
