import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { constants, setPriority } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { createFindingFactory, type Finding } from './finding.ts';

const { resolve: findModule } = createRequire(import.meta.url);
/** Time limit, generous because the compiler runs at the lowest priority while the machine may be building or testing. */
const TYPES_LIMIT_MS = 5 * 60_000;
const TOO_SLOW = 'The type checker was stopped after five minutes. Release again when the machine has less to do.';
/** Maximum number of errors listed; most further errors follow from the first. */
const MAX_LISTED_ERRORS = 5;

const finding = createFindingFactory('types');

const runCompiler = (workspace: string, stateFile: string): Promise<string> =>
  new Promise((resolve) => {
    const compiler = join(dirname(findModule('typescript/package.json')), 'bin/tsc');
    const args = [compiler, '-p', join(workspace, 'tsconfig.json'), '--pretty', 'false', '--incremental', '--tsBuildInfoFile', stateFile, '--singleThreaded'];
    const child = execFile(process.execPath, args, { cwd: workspace, timeout: TYPES_LIMIT_MS, maxBuffer: 10 * 1024 * 1024 }, (error, stdout, stderr) =>
      resolve(error === null ? '' : `${stdout}${stderr}`.trim() || (error.killed ? TOO_SLOW : error.message)),
    );
    // Builds and uploads have priority because they take longer.
    if (child.pid !== undefined) setPriority(child.pid, constants.priority.PRIORITY_LOW);
  });

/**
 * Type-checks the remote's workspace on an otherwise idle core while a build runs. A second run reuses the state of the first. A remote without a
 * `tsconfig.json` has no types to check.
 */
export const checkTypes = async (workspace: string): Promise<Finding[]> => {
  if (!existsSync(join(workspace, 'tsconfig.json'))) return [];
  const output = await runCompiler(workspace, join(workspace, 'dist/types.tsbuildinfo'));
  if (output === '') return [];
  const errors = output.split('\n').filter((line) => /error TS\d+/.test(line));
  const omittedCount = errors.length - MAX_LISTED_ERRORS;
  return [
    ...(errors.length === 0 ? [output.slice(0, 500)] : errors.slice(0, MAX_LISTED_ERRORS)),
    ...(omittedCount > 0 ? [`And ${omittedCount} more errors.`] : []),
  ].map((line) => {
    const [, file, reason] = /^(.*?\(\d+,\d+\)): (.*)$/.exec(line) ?? [];
    const where = file === undefined ? 'tsc' : relative(workspace, join(workspace, file));
    return finding(where, reason ?? line, `Run npm run types -w remote-… to see all of them.`);
  });
};
