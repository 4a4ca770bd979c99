import path from 'node:path';
import { createCacheStorage } from './cache-storage.ts';
import { createLocalStorage } from './local-storage.ts';
import { createS3Storage, type S3Settings } from './s3-storage.ts';
import type { Storage } from './storage.ts';

export interface ImageStores {
  /** Re-encoded uploads, which cannot be recreated. */
  readonly originals: Storage;
  /** Cache for images in the sizes and formats derived from the originals. */
  readonly derived: Storage;
}

export interface ImageStoreSettings {
  readonly dataDir: string;
  readonly s3: S3Settings | undefined;
  readonly imageCacheBytes: number;
}

/**
 * Creates the stores. With `isDurable`, the write of an original resolves only after the file has been flushed to disk. Callers that store a hundred thousand
 * originals should disable this and flush the disk once at the end.
 */
export const createImageStores = ({ dataDir, s3, imageCacheBytes }: ImageStoreSettings, isDurable = true): ImageStores => ({
  originals: s3 === undefined ? createLocalStorage(path.join(dataDir, 'uploads'), isDurable) : createS3Storage(s3),
  derived: createCacheStorage(path.join(dataDir, 'derived'), imageCacheBytes),
});
