import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import { extname, resolve } from 'node:path';
import { PROBE_HEAP_MB, type StartProbe } from './check-server.ts';

/** The program next to this module: TypeScript in the repository of the site, compiled in the kit. */
const EXTENSION = extname(import.meta.filename);
const LOADER = EXTENSION === '.ts' ? ['--import', createRequire(import.meta.url).resolve('tsx')] : [];
const PROGRAM = resolve(import.meta.dirname, `server-probe${EXTENSION}`);

/** Starts the probe that belongs to the command, for a team on its own machine. */
export const startSourceProbe: StartProbe = () => {
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return spawn(process.execPath, ['--expose-gc', `--max-old-space-size=${PROBE_HEAP_MB}`, ...LOADER, PROGRAM], {
    cwd: resolve(import.meta.dirname, '../../..'),
    // Nothing of the team's environment: not even a bundle that nobody has examined yet should see credentials.
    env: { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), NODE_ENV: 'production' },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
};
