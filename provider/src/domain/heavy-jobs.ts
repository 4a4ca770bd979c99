import { availableParallelism } from 'node:os';

/** Jobs that fill a processor core, of one kind (password hashes, image renderings), that run at the same time. The other cores are for visitors. */
export const HEAVY_JOBS = availableParallelism() > 2 ? 2 : 1;
