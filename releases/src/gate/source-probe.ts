import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { PROBE_HEAP_MB, type StartProbe } from './check-server.ts';

const TSX = createRequire(import.meta.url).resolve('tsx');

/** Starts the probe from its source, for a team on its own machine. */
export const startSourceProbe: StartProbe = () => {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return spawn(process.execPath, ['--expose-gc', `--max-old-space-size=${PROBE_HEAP_MB}`, '--import', TSX, resolve(import.meta.dirname, 'server-probe.ts')], {
    cwd: resolve(import.meta.dirname, '../../..'),
    // Nothing of the team's environment: not even a bundle that nobody has examined yet should see credentials.
    env: { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), NODE_ENV: 'production' },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
};
