/**
 * `node scripts/run.mjs <command>`: the entry point of start, build, dev, check, test and others. It is plain JavaScript without packages, because it runs in a
 * fresh clone. It checks the Node version, installs the packages in the lock file if they are missing or different, and then runs the command's TypeScript.
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '..');
const stamp = join(root, '.cache/packages');

const exitWith = (message) => {
  process.stderr.write(`${message}\n`);
  process.exit(1);
};

const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
if (!isSupported) exitWith(`This project needs Node 20.19 or later in the 20 line, or 22.12 and later; this is ${process.versions.node}.`);

const wanted = createHash('sha256')
  .update(readFileSync(join(root, 'package-lock.json')))
  .digest('hex');
const isInstalled = existsSync(join(root, 'node_modules')) && existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (!isInstalled) {
  process.stdout.write('Installing packages (the first time takes a minute or two) …\n');
  // Development packages build the parts, so they are installed even if NODE_ENV is `production`. `npm ci` would reject a lock file that lacks other platforms'
  // optional binaries, which some registries do not have. Nothing is saved, so the versions are those in the lock file.
  const args = ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'] });
  if (status !== 0) exitWith('The packages could not be installed: see the lines above. Is the npm registry reachable?');
  mkdirSync(join(root, '.cache'), { recursive: true });
  writeFileSync(stamp, wanted);
}

const { register } = await import('tsx/esm/api');
register();
await import(`./${process.argv[2]}.ts`);
