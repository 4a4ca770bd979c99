import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { printLine, root } from './parts.ts';

const CACHE_FOLDER = join(root, '.cache/debian-programs');
const OPTIONS = ['-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0'];

const hasDebianPackages = (): boolean => process.platform === 'linux' && existsSync('/usr/bin/apt-get');

const runAsRoot = (args: readonly string[], mayPrompt = false): void => {
  const [command = '', ...rest] = process.getuid?.() === 0 ? ['apt-get'] : ['sudo', ...(mayPrompt ? [] : ['-n']), 'apt-get'];
  spawnSync(command, [...rest, ...OPTIONS, ...args], {
    stdio: mayPrompt ? 'inherit' : 'ignore',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
};

/**
 * Installs a package where Debian's packages are available. Without `mayPrompt`, it does so only if no password is required. The caller checks afterwards
 * whether the package is installed.
 */
export const installDebianPackage = (name: string, why: string, { mayPrompt = false } = {}): void => {
  if (!hasDebianPackages()) return;
  printLine(`Installing ${name} ${why} …`);
  runAsRoot(['update'], mayPrompt);
  runAsRoot(['install', '-y', '--no-install-recommends', name], mayPrompt);
};

/**
 * Returns the installed program at `path`, or the program's file from a package, copied into `.cache`. Nothing is installed and no service is started, so the
 * program must not need other files from the package. Returns undefined if Debian's packages are not available.
 */
export const findDebianProgram = (path: string, packageName: string, why: string): string | undefined => {
  const cached = join(CACHE_FOLDER, basename(path));
  const found = [path, cached].find((program) => existsSync(program));
  if (found !== undefined || !hasDebianPackages()) return found;
  printLine(`Fetching ${packageName} ${why} …`);
  mkdirSync(CACHE_FOLDER, { recursive: true });
  const work = mkdtempSync(join(CACHE_FOLDER, 'new-'));
  try {
    const download = (): string | undefined => {
      spawnSync('apt-get', [...OPTIONS, 'download', packageName], { cwd: work, stdio: 'ignore' });
      return readdirSync(work).find((name) => name.endsWith('.deb'));
    };
    const archive = download();
    // A new container has no package lists.
    if (archive === undefined) runAsRoot(['update']);
    const { status } = spawnSync('dpkg', ['-x', archive ?? download() ?? '', 'files'], { cwd: work, stdio: 'ignore' });
    if (status !== 0) return undefined;
    renameSync(join(work, 'files', path), cached);
    return cached;
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
};
