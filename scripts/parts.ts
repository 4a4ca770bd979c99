import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { openReleaseStore } from '@site/releases/open-store';
import { buildWorkspace, createReleaseClient } from '@site/releases/release-client';
import { readS3Settings } from '@site/releases/s3-settings';
import { findLockFile, hashBuildInputs, SHARED_FOLDER } from '@site/shared/build/build-inputs';
import { getDataFolder } from '@site/shared/domain/environment';

export const root = resolve(import.meta.dirname, '..');

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`);

export const exitWith = (reason: unknown): never => {
  process.stderr.write(`${reason instanceof Error ? reason.message : String(reason)}\n`);
  process.exit(1);
};

export const dataFolder = getDataFolder(process.env, { root, cwd: process.cwd() });

/** Workspaces with a build: the provider, the host and every remote. */
export const parts = readdirSync(root).filter((folder) => existsSync(join(root, folder, 'rspack.config.ts')));
export const remotes = parts.flatMap((part) => (part.startsWith('remote-') ? [part.slice('remote-'.length)] : []));

/** Returns the path of the file with the hash of the source that was built. The file is inside `dist`, so that any other build removes it. */
const getBuildStamp = (part: string): string => join(root, part, 'dist/built-from');

const readStamp = (file: string): string => (existsSync(file) ? readFileSync(file, 'utf8') : '');

/**
 * Hashes the inputs of a build: the part's own folder, `shared`, the lock file and the build recipe of programs, and for all parts but remotes also `releases`.
 */
const hashPart = (part: string): string =>
  hashBuildInputs({
    folders: [join(root, part), SHARED_FOLDER, ...(part.startsWith('remote-') ? [] : [join(root, 'releases')])],
    files: [findLockFile(root) ?? '', join(root, 'rspack.shared.ts')],
  });

/** Builds a part if it is stale, and then calls `onBuilt`. Throws an Error with the build's output if the build fails. */
export const buildPart = async (part: string, onBuilt?: (part: string) => void): Promise<void> => {
  const hash = hashPart(part);
  if (readStamp(getBuildStamp(part)) === hash) return;
  const began = performance.now();
  await buildWorkspace(join(root, part));
  writeFileSync(getBuildStamp(part), hash);
  printLine(`  built ${part} (${((performance.now() - began) / 1000).toFixed(1)} s)`);
  onBuilt?.(part);
};

const publishRemote = async (remote: string, folder: string, isNewOnly: boolean): Promise<void> => {
  const lines: string[] = [];
  const store = openReleaseStore(folder, readS3Settings(process.env));
  await createReleaseClient({ root, store, dataFolder: folder, say: (line) => void lines.push(line) }).deployExistingBuild(remote, { isNewOnly });
  for (const line of lines.slice(-1)) printLine(`  ${line}`);
};

interface PublicationOptions {
  readonly folder?: string;
  /** If false, also activates versions that were released before, as during development. */
  readonly isNewOnly?: boolean;
  readonly onBuilt?: (part: string) => void;
}

/** Builds stale parts, two at a time. Throws an Error with the build's output if a build fails. */
export const buildParts = async (onBuilt?: (part: string) => void): Promise<void> => {
  printLine('Building the parts …');
  const queue = [...parts];
  const work = async (): Promise<void> => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) await buildPart(part, onBuilt);
  };
  await Promise.all([work(), work()]);
};

/** Builds stale parts and publishes the remotes. Throws an Error whose message is for the user. */
export const buildAndPublish = async ({ folder = dataFolder, isNewOnly = true, onBuilt }: PublicationOptions = {}): Promise<void> => {
  await buildParts(onBuilt);
  for (const remote of remotes) await publishRemote(remote, folder, isNewOnly);
};
