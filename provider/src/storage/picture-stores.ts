import path from 'node:path';
import type { Environment } from '../env.ts';
import { createLocalStorage } from './local-storage.ts';
import { createS3Storage } from './s3-storage.ts';
import type { Storage } from './storage.ts';

export interface PictureStores {
  /** What was uploaded, re-encoded: cannot be made again. */
  readonly originals: Storage;
  /** Sizes and formats made from the originals: a cache. */
  readonly derived: Storage;
}

export const createPictureStores = ({ dataDir, s3 }: Environment): PictureStores => ({
  originals: s3 === undefined ? createLocalStorage(path.join(dataDir, 'uploads'), true) : createS3Storage(s3),
  derived: createLocalStorage(path.join(dataDir, 'derived'), false),
});
