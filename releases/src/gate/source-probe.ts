import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { PROBE_HEAP_MB, type StartProbe } from './check-server.ts';

/** The program next to this module: TypeScript in the repository of the site, compiled in the kit. */
const EXTENSION = extname(import.meta.filename);
const require = createRequire(import.meta.url);
const ROOT = resolve(import.meta.dirname, '../../..');
const MAX_BYTES = 16 * 1024 * 1024;
const SOURCE = resolve(import.meta.dirname, `server-probe${EXTENSION}`);

/** Compiles the program into one file, so that not every start compiles each of its modules. */
const compile = (): string => {
  const code = execFileSync(
    require.resolve('esbuild/bin/esbuild'),
    [SOURCE, '--bundle', '--platform=node', '--format=cjs', '--target=node20', '--log-level=error'],
    { maxBuffer: MAX_BYTES },
  );
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const file = join(ROOT, `.cache/server-probe-${hash}.cjs`);
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  // Another command may be starting the same program.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, file);
  return file;
};

let program: string | undefined;

/** Starts the probe that belongs to the command, for a team on its own machine. */
export const startSourceProbe: StartProbe = () => {
  program ??= EXTENSION === '.ts' ? compile() : SOURCE;
  const { PATH = '', HOME = '', TMPDIR } = process.env;
  return spawn(process.execPath, ['--expose-gc', `--max-old-space-size=${PROBE_HEAP_MB}`, program], {
    cwd: ROOT,
    // Nothing of the team's environment: not even a bundle that nobody has examined yet should see credentials.
    env: { PATH, HOME, ...(TMPDIR === undefined ? {} : { TMPDIR }), NODE_ENV: 'production' },
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
};
