import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, realpathSync, renameSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, extname, join, resolve } from 'node:path';
import { getIsolatedNodeArgs, ISOLATED_ENVIRONMENT } from '../isolated-node.ts';
import { PROBE_ARGS, type StartProbe } from './check-server.ts';

const require = createRequire(import.meta.url);
const ROOT = resolve(import.meta.dirname, '../../..');
const MAX_BYTES = 16 * 1024 * 1024;
const SOURCE = resolve(import.meta.dirname, 'server-probe.ts');
/** The probe as built by the host's build, which the packed kit contains. */
const BUILT_PROBE = join(ROOT, 'host/dist/remote-process/release-probe.cjs');
/** Gives React `Buffer` although the globals are closed, as in the host's build. In strict mode, a function cannot reach its callers. */
const BANNER = '"use strict"; const { Buffer } = require("node:buffer");';

/** Compiles the program into one file, so that it starts fast and needs to read no other file. */
const compile = (): string => {
  const code = execFileSync(
    require.resolve('esbuild/bin/esbuild'),
    [SOURCE, '--bundle', '--platform=node', '--format=cjs', '--target=node20', '--log-level=error', `--banner:js=${BANNER}`],
    { maxBuffer: MAX_BYTES },
  );
  const hash = createHash('sha256').update(code).digest('hex').slice(0, 16);
  const file = join(ROOT, `.cache/server-probe-${hash}.cjs`);
  if (existsSync(file)) return file;
  mkdirSync(dirname(file), { recursive: true });
  // Another command may be compiling the same program.
  const draft = `${file}.${process.pid}`;
  writeFileSync(draft, code);
  renameSync(draft, file);
  return file;
};

let program: string | undefined;

/** Starts the probe for a command on a team's machine. The bundle has not been examined yet, so it must not see files or credentials. */
export const startSourceProbe: StartProbe = () => {
  // The permission model compares real paths, with symbolic links resolved.
  program ??= realpathSync(extname(import.meta.filename) === '.ts' ? compile() : BUILT_PROBE);
  return spawn(process.execPath, getIsolatedNodeArgs(program, PROBE_ARGS).args, {
    cwd: '/',
    env: ISOLATED_ENVIRONMENT,
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
  });
};
