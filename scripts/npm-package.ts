import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { printLine, root } from './parts.ts';

/** A package that is too large for the lock file, whose packages `npm start` installs all. */
interface LargePackage {
  readonly name: string;
  readonly version: string;
  /** SHA-512 of the reviewed tarball, in the form of a lock file. */
  readonly integrity: string;
  readonly megabytes: number;
}

/** The folder of an unpacked npm package below `.cache`. Fetches the package when it is first needed; throws with the reason where that is impossible. */
export const fetchNpmPackage = async ({ name, version, integrity, megabytes }: LargePackage): Promise<string> => {
  const cacheFolder = join(root, '.cache/packages-on-demand');
  const packageFolder = join(cacheFolder, `${name}-${version}`);
  if (existsSync(packageFolder)) return packageFolder;
  printLine(`Fetching ${name} ${version} (${megabytes} MB) …`);
  await mkdir(cacheFolder, { recursive: true });
  const work = await mkdtemp(join(cacheFolder, 'new-'));
  try {
    const pack = spawnSync('npm', ['pack', `${name}@${version}`, '--pack-destination', work, '--silent', '--fetch-retries=1'], { encoding: 'utf8' });
    if (pack.status !== 0) throw new Error(`${name} could not be fetched from npm: ${pack.stderr.trim()}`);
    const archive = join(work, pack.stdout.trim());
    const hash = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (`sha512-${hash}` !== integrity) throw new Error(`${name} ${version} is not the package that was reviewed: its hash is sha512-${hash}.`);
    if (spawnSync('tar', ['-xzf', archive, '-C', work]).status !== 0) throw new Error(`${name} could not be unpacked.`);
    // Another process may have been faster; the files are the same.
    await rename(join(work, 'package'), packageFolder).catch((error: unknown) => {
      if (!existsSync(packageFolder)) throw error;
    });
    return packageFolder;
  } finally {
    await rm(work, { recursive: true, force: true });
  }
};
