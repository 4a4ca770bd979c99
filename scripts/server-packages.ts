import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { cpSync, createWriteStream, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { FIRST_RELEASE_FILE } from '@site/releases/first-releases';
import { checkBuild, describeFindings } from '@site/releases/gate';
import { pack } from 'tar-stream';
import * as v from 'valibot';
import { remotes, root } from './parts.ts';

const MEGABYTE = 1e6;
/** All files get the same modification time, so that an archive does not depend on when it was packed. */
const EPOCH = new Date('2020-01-01T00:00:00Z');
/** Packages that `rspack.shared.ts` leaves out of the provider's program. */
const NATIVE_PACKAGES = ['sharp', 'libsql', '@node-rs/argon2'];
/** Files in packages that only people and compilers read. */
const UNNEEDED_FILES = /(?:\.(?:md|map|d\.[cm]?ts|cc|h|gyp)|\/(?:test|tests|benchmark))$/i;
const ENGINES = { node: '^20.19.0 || >=22.12.0' };

interface ServerPackage {
  readonly name: string;
  readonly folder: string;
  readonly tarball: string;
  readonly bytes: number;
  readonly limitBytes: number;
  readonly tarballBytes: number;
  /** SHA-256 of the tarball, in hex. */
  readonly hash: string;
}

const packageSchema = v.object({
  dependencies: v.optional(v.record(v.string(), v.string()), {}),
  optionalDependencies: v.optional(v.record(v.string(), v.string()), {}),
  scripts: v.optional(v.record(v.string(), v.string()), {}),
});
const readPackage = (folder: string): v.InferOutput<typeof packageSchema> =>
  v.parse(packageSchema, JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

/** Returns the version of the product (from the root) or of a remote. The other workspaces have no version. */
const readVersion = (folder: string): string =>
  v.parse(v.object({ version: v.string() }), JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))).version;

/**
 * Returns the folder of a package as Node resolves it from another package. Returns undefined if it is not installed, for example because it is for another
 * platform.
 */
const findPackage = (name: string, from: string): string | undefined => {
  for (let folder = from; ; folder = dirname(folder)) {
    const found = join(folder, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (folder === root) return undefined;
  }
};

/** Whether Linux uses glibc instead of musl. Packages for the other C library may be installed too. */
const usesGlibc = process.platform === 'linux' && 'glibcVersionRuntime' in Object(Reflect.get(Object(process.report?.getReport()), 'header'));
const isForThisMachine = (name: string): boolean => process.platform !== 'linux' || !name.endsWith(usesGlibc ? '-musl' : '-gnu');
const PLATFORM = [process.platform, process.arch, ...(process.platform === 'linux' ? [usesGlibc ? 'gnu' : 'musl'] : [])].join('-');

const collectPackages = (names: readonly string[], from: string, found = new Set<string>()): ReadonlySet<string> => {
  for (const name of names.filter(isForThisMachine)) {
    const folder = findPackage(name, from);
    if (folder === undefined || found.has(folder)) continue;
    found.add(folder);
    const { dependencies, optionalDependencies } = readPackage(folder);
    collectPackages([...Object.keys(dependencies), ...Object.keys(optionalDependencies)], folder, found);
  }
  return found;
};

const copy = (path: string, folder: string): void => cpSync(join(root, path), join(folder, path), { recursive: true, dereference: true });

const writeJson = (file: string, content: object): void => {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`);
};

/** Adds the remotes' builds, which a site's first host publishes. They must pass the same checks as in `npm start`. Throws an Error with the findings. */
const addFirstReleases = async (folder: string): Promise<void> => {
  for (const remote of remotes) {
    const workspace = join(root, `remote-${remote}`);
    const result = await checkBuild({ remote, workspace, root, depth: 'quick' });
    if (result.findings.length > 0) throw new Error(describeFindings(remote, result));
    const target = join(folder, 'host/first-releases', remote);
    for (const side of ['browser', 'server']) cpSync(join(workspace, 'dist', side), join(target, side), { recursive: true });
    writeJson(join(target, FIRST_RELEASE_FILE), { packageVersion: readVersion(workspace) });
  }
};

const addHost = async (folder: string): Promise<void> => {
  for (const path of ['host/dist/browser', 'host/dist/remote-process', 'host/dist/server', 'host/public', 'host/site.config.json']) copy(path, folder);
  await addFirstReleases(folder);
};

const addProvider = async (folder: string): Promise<void> => {
  copy('provider/dist/server', folder);
  for (const each of collectPackages(NATIVE_PACKAGES, join(root, 'provider'))) {
    // Packages nested inside the folder are copied separately if they are needed.
    const isNeeded = (source: string): boolean => !UNNEEDED_FILES.test(source) && !relative(each, source).split(sep).includes('node_modules');
    const path = relative(root, each);
    // npm puts a package into the workspace's own folder if other workspaces need another version of it.
    cpSync(each, join(folder, path.replace(/^provider\//, '')), { recursive: true, dereference: true, filter: isNeeded });
  }
};

const listFiles = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .flatMap((entry) => (entry.isFile() ? [relative(folder, join(entry.parentPath, entry.name))] : []))
    .sort();

const writeTarball = async (folder: string, files: readonly string[], tarball: string): Promise<void> => {
  const archive = pack();
  for (const file of files) {
    const name = `${basename(folder)}/${file.split(sep).join('/')}`;
    archive.entry({ name, mode: 0o644, mtime: EPOCH, uid: 0, gid: 0 }, readFileSync(join(folder, file)));
  }
  archive.finalize();
  await pipeline(archive, createGzip(), createWriteStream(tarball));
};

const toPackedScripts = (scripts: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(scripts).flatMap(([name, command]) => (command.startsWith('node dist/') ? [[name, command.replace(' dist/', ' provider/dist/')]] : [])),
  );

const PACKAGES = [
  {
    name: 'host',
    limitBytes: 65 * MEGABYTE,
    platform: '',
    scripts: { start: 'node host/dist/server/server.cjs', tokens: 'node host/dist/server/tokens.cjs' },
    add: addHost,
  },
  {
    name: 'provider',
    limitBytes: 100 * MEGABYTE,
    platform: `-${PLATFORM}`,
    scripts: toPackedScripts(readPackage(join(root, 'provider')).scripts),
    add: addProvider,
  },
];

/** Packs the output of `npm run build`. Throws an Error if a remote must not be released. */
export const createPackages = async (outputFolder = join(root, 'dist/packages')): Promise<ServerPackage[]> => {
  rmSync(outputFolder, { recursive: true, force: true });
  const packages: ServerPackage[] = [];
  for (const { name, limitBytes, platform, scripts, add } of PACKAGES) {
    const version = readVersion(root);
    const folder = join(outputFolder, `site-${name}`);
    const tarball = join(outputFolder, `site-${name}-${version}${platform}.tar.gz`);
    await add(folder);
    for (const file of ['LICENSE', 'SECURITY.md']) copy(file, folder);
    writeJson(join(folder, 'package.json'), { name: `site-${name}`, version, private: true, license: 'MIT', engines: ENGINES, scripts });
    const files = listFiles(folder);
    await writeTarball(folder, files, tarball);
    const content = readFileSync(tarball);
    const bytes = files.reduce((sum, file) => sum + readFileSync(join(folder, file)).length, 0);
    const hash = createHash('sha256').update(content).digest('hex');
    packages.push({ name, folder, tarball, bytes, limitBytes, tarballBytes: content.length, hash });
  }
  return packages;
};

export const unpackPackages = (packages: readonly ServerPackage[], folder: string): void => {
  mkdirSync(folder);
  for (const { tarball } of packages) execFileSync('tar', ['-xzf', tarball, '--strip-components=1', '-C', folder]);
};
