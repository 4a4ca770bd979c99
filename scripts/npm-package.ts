import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { printLine, root } from './parts.ts';

/** A package that is too large for the lock file, because `npm start` installs all packages listed there. */
export interface LargePackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the reviewed tarball, in the format of a lock file. */
  readonly integrity: string;
  readonly megabytes: number;
}

/** Thrown if npm cannot fetch the package, for example without a connection. */
export class PackageUnavailable extends Error {}

const CACHE_FOLDER = join(root, '.cache/packages-on-demand');

/**
 * Fetches a package and unpacks it into a folder that exists until `usePackage` has finished. Throws `PackageUnavailable`, or an error if this is not the
 * package that was reviewed.
 */
export const withNpmPackage = async (
  { name, version, integrity, megabytes }: LargePackage,
  usePackage: (packageFolder: string) => Promise<void>,
): Promise<void> => {
  printLine(`Fetching ${name} ${version} (${megabytes} MB) …`);
  await mkdir(CACHE_FOLDER, { recursive: true });
  const work = await mkdtemp(join(CACHE_FOLDER, 'new-'));
  try {
    const packResult = spawnSync('npm', ['pack', `${name}@${version}`, '--pack-destination', work, '--silent', '--fetch-retries=1'], { encoding: 'utf8' });
    if (packResult.status !== 0) throw new PackageUnavailable(`${name} ${version} could not be fetched from npm: ${packResult.stderr.trim()}`);
    const archive = join(work, packResult.stdout.trim());
    const hash = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (`sha512-${hash}` !== integrity) throw new Error(`${name} ${version} is not the package that was reviewed: its hash is sha512-${hash}.`);
    if (spawnSync('tar', ['-xzf', archive, '-C', work]).status !== 0) throw new Error(`${name} ${version} could not be unpacked.`);
    await usePackage(join(work, 'package'));
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};

/** Returns the folder of an unpacked package below `.cache`, and fetches the package when it is first needed. Throws the same errors as `withNpmPackage`. */
export const fetchNpmPackage = async (largePackage: LargePackage): Promise<string> => {
  const cachedFolder = join(CACHE_FOLDER, `${largePackage.name}-${largePackage.version}`);
  if (existsSync(cachedFolder)) return cachedFolder;
  await withNpmPackage(largePackage, (packageFolder) =>
    // Ignore the error if another process has already stored the same package.
    rename(packageFolder, cachedFolder).catch((error: unknown) => {
      if (!existsSync(cachedFolder)) throw error;
    }),
  );
  return cachedFolder;
};
