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
  /** Minimum time between two listings of the store. */
  readonly intervalMs?: number;
}

interface FoundAsset {
  /** The version of the build in the release store. */
  readonly version: string;
  /** The folder in the store that holds the file. */
  readonly folder: string;
}

/** Limits listings, because any client can request names that no build has, and each listing makes many requests to an object store. */
const LIST_INTERVAL_MS = 1000;

/**
 * Finds the browser builds of all hosts of this site: this host's, earlier ones whose pages are still open or cached, and newer ones behind the same load
 * balancer. Each host adds its build to the release store, so every host can serve the assets of every page.
 */
export const createHostBuilds = ({ store, distFolder, log, intervalMs = LIST_INTERVAL_MS }: HostBuildsOptions) => {
  /** Builds found in the store, by the path of one of their files. File names contain a hash of the content. */
  const builds = new Map<string, string>();

  const index = async (): Promise<void> => {
    for (const { version, files } of await store.listReleases(HOST_NAME)) for (const file of Object.keys(files)) builds.set(file, version);
  };
  let running: Promise<void> = Promise.resolve();
  let next: Promise<void> | undefined;
  let indexedAt = Number.NEGATIVE_INFINITY;
  const indexLater = async (): Promise<void> => {
    await running;
    await delay(Math.max(0, indexedAt + intervalMs - performance.now()));
    next = undefined;
    indexedAt = performance.now();
    // No build is added while the store does not respond.
    running = index().catch(() => undefined);
    return running;
  };
  /** Lists the store once for all unknown files. A listing that has already begun may miss a build that another host has just published. */
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
    /** Adds this host's build to the store. Never rejects. If it fails, only this host can serve the assets of its pages. */
    publish: async (): Promise<void> => {
      try {
        await store.publish(HOST_NAME, BUILD_VERSION, distFolder);
      } catch (error) {
        log.error({ reason: getErrorMessage(error) }, 'assets not published: only this host can serve them');
      }
    },
    /** Finds the build that has a file with this name. */
    find: async (file: string): Promise<FoundAsset | undefined> => {
      const storedFile = await findInStore(file);
      if (storedFile !== undefined) return storedFile;
      await refresh();
      return findInStore(file);
    },
  };
};
export type HostBuilds = ReturnType<typeof createHostBuilds>;
