import { join } from 'node:path';
import { root } from './parts.ts';

/** With more memory for young objects, Node copies fewer of them, and unit tests take 15 to 20% less time. Jest passes the setting on to its workers. */
export const YOUNG_OBJECTS_ARG = '--max-semi-space-size=128';

/** Arguments with which Node runs Jest. */
export const JEST_COMMAND = [
  YOUNG_OBJECTS_ARG,
  join(root, 'node_modules/jest/bin/jest.js'),
  '--maxWorkers=100%',
  `--cacheDirectory=${join(root, '.cache/jest')}`,
] as const;
