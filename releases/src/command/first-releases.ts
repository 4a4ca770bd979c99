import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { SettingError } from '@site/shared/domain/environment';
import * as v from 'valibot';
import type { ReleaseManifest } from '../manifest.ts';
import { describeBuild } from '../release-files.ts';
import type { ReleaseStore } from '../release-store.ts';
import { createLocalTarget } from './local-target.ts';

/** Name of the manifest in a build's folder, next to `browser` and `server`. */
export const FIRST_RELEASE_FILE = 'release.json';
const firstReleaseSchema = v.object({ packageVersion: v.string() });

interface FirstReleasesOptions {
  readonly store: ReleaseStore;
  /** `DATA_DIR`. */
  readonly dataFolder: string;
  /** Folder with a subfolder for each remote's build, as in a packaged host. May be missing. */
  readonly buildsFolder: string;
  /** Receives warnings. */
  readonly say: (line: string) => void;
}

/**
 * Publishes and activates the builds of remotes that have never been released. Changes nothing that has been released, rolled back or removed since. Several
 * hosts can run this at once, because versions are named after their content. Throws a SettingError if the store does not respond and this host does not know
 * any release yet.
 */
export const publishFirstReleases = async ({ store, dataFolder, buildsFolder, say }: FirstReleasesOptions): Promise<void> => {
  const { registry, state, reason } = await store.inspectRegistry();
  // A host that has served releases before continues to serve them.
  if (state === 'unavailable' && registry.generation === 0)
    throw new SettingError(`RELEASES_S3_ENDPOINT and RELEASES_S3_BUCKET must name a store that responds (${reason})`);
  if (state === 'unavailable' || !existsSync(buildsFolder)) return;
  const { remotes, removed } = registry;
  const target = createLocalTarget({ store, dataFolder, say });
  const missing = (await readdir(buildsFolder)).sort().filter((remote) => remotes[remote] === undefined && removed[remote] === undefined);
  const publish = async (remote: string): Promise<ReleaseManifest> => {
    const dist = join(buildsFolder, remote);
    const { packageVersion } = v.parse(firstReleaseSchema, JSON.parse(await readFile(join(dist, FIRST_RELEASE_FILE), 'utf8')));
    const build = await describeBuild(remote, packageVersion, dist);
    return target.publish({ build, packageVersion, dist, details: { gate: { browser: 'skipped' } }, allowGrowth: true });
  };
  // The work is mostly disk access, so it runs in parallel.
  const releases = await Promise.all(missing.map(publish));
  for (const published of releases) await target.activate({ remote: published.remote, version: published.version, reason: 'first release', published });
};
