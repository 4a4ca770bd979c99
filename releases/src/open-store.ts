import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { createReleaseStore, type ReleaseStore } from './release-store.ts';
import type { S3Settings } from './storage/s3-settings.ts';
import { createS3Storage } from './storage/s3-storage.ts';

/**
 * Opens the release store of a site: the object store, if one is configured, with its cache in the data folder; otherwise `releases` in the data folder. Each
 * bucket has its own cache.
 */
export const openReleaseStore = (dataFolder: string, s3: S3Settings | undefined): ReleaseStore => {
  if (s3 === undefined) return createReleaseStore(join(dataFolder, 'releases'));
  const id = createHash('sha256').update(`${s3.endpoint}/${s3.bucket}`).digest('hex').slice(0, 10);
  return createReleaseStore({ storage: createS3Storage(s3), cacheFolder: join(dataFolder, 'release-cache', id), dataFolder });
};
