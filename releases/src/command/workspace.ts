import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { basename, resolve } from 'node:path';
import { promisify } from 'node:util';
import * as v from 'valibot';
import { ReleaseError } from '../release-error.ts';
import { toUnknownRemoteError } from './usage.ts';

const { resolve: findModule } = createRequire(import.meta.url);
/** Path to the bundler's program, derived from `package.json`, the only file that the package exports. */
export const RSPACK = resolve(findModule('@rspack/cli/package.json'), '../bin/rspack.js');
const OUTPUT_LIMIT_BYTES = 10 * 1024 * 1024;

const execute = promisify(execFile);

/** The error with which `execFile` rejects. */
interface ProgramFailure {
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a Node program; returns the failure if it exits with a status other than 0. */
const run = async (args: readonly string[], cwd: string): Promise<ProgramFailure | undefined> => {
  const options = { cwd, env: { ...process.env, NODE_ENV: 'production' }, maxBuffer: OUTPUT_LIMIT_BYTES };
  return execute(process.execPath, [...args], options).then(
    () => undefined,
    (failure: ProgramFailure) => failure,
  );
};

/** Returns the commit of the source in a folder, marked as dirty if files in the folder differ from it, or undefined outside a repository. */
export const readCommit = async (folder: string): Promise<string | undefined> => {
  try {
    const git = async (...args: string[]): Promise<string> => (await execute('git', args, { cwd: folder })).stdout.trim();
    const [commit, changes] = await Promise.all([git('rev-parse', 'HEAD'), git('status', '--porcelain', '--', '.')]);
    return changes === '' ? commit : `${commit}-dirty`;
  } catch {
    return undefined;
  }
};

/** Builds the workspace in a folder for production. `args` are passed to `rspack build`. Throws a ReleaseError with the build output. */
export const buildWorkspace = async (folder: string, args: readonly string[] = []): Promise<void> => {
  const failure = await run([RSPACK, 'build', ...args], folder);
  if (failure !== undefined) throw new ReleaseError(`${basename(folder)} does not build:\n${failure.stdout}${failure.stderr}`);
};

/** Whether a folder contains the remote's package: `remote-<name>`, with or without a scope. */
const isWorkspaceOf = (remote: string, folder: string): boolean => {
  const file = resolve(folder, 'package.json');
  if (!existsSync(file)) return false;
  const { name } = v.parse(v.object({ name: v.optional(v.string(), '') }), JSON.parse(readFileSync(file, 'utf8')));
  return name.replace(/^@[^/]+\//, '') === `remote-${remote}`;
};

interface WorkspaceFolders {
  /** Folder that contains the remotes' workspaces. */
  readonly root: string;
  /** Folder in which the command runs: the remote's folder if the remote has its own repository. */
  readonly workingFolder?: string | undefined;
}

/** Returns the folder of a remote. Throws a UsageError that lists the remotes if there is none with this name. */
export const getWorkspace = ({ root, workingFolder }: WorkspaceFolders, remote: string): string => {
  const folder = workingFolder !== undefined && isWorkspaceOf(remote, workingFolder) ? workingFolder : resolve(root, `remote-${remote}`);
  if (/^[a-z-]+$/.test(remote) && existsSync(folder)) return folder;
  throw toUnknownRemoteError(
    remote,
    readdirSync(root).flatMap((name) => (name.startsWith('remote-') ? [name.slice('remote-'.length)] : [])),
  );
};

export const readPackageVersion = (folder: string): string =>
  v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(resolve(folder, 'package.json'), 'utf8'))).version;
