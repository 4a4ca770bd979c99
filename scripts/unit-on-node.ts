/**
 * `npm run unit-on-node -w scripts -- <20|22|24> [Jest arguments]`: runs the unit tests with another version of Node, which is installed from npm into
 * `.cache/node`. Not part of `npm test`. Native packages need no rebuild, because they use Node-API.
 */
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { exitWith, printLine, root } from './parts.ts';

const VERSIONS: Readonly<Record<string, string>> = { 20: '20.20.2', 22: '22.23.3', 24: '24.21.0' };

const [major = '', ...args] = process.argv.slice(2);
const version = VERSIONS[major];
if (version === undefined) exitWith(new Error(`Say which: npm run unit-on-node -w scripts -- ${Object.keys(VERSIONS).join(' | ')}`));

const folder = join(root, '.cache/node', String(version));
/** The package `node` installs one of these packages with an install script, which npm may not be allowed to run. */
const binaryPackage = `node-${process.platform === 'darwin' && process.arch === 'arm64' ? 'bin-' : ''}${process.platform}-${process.arch}`;
const node = join(folder, 'node_modules', binaryPackage, 'bin/node');
if (!existsSync(node)) {
  printLine(`Installing Node ${version} …`);
  mkdirSync(folder, { recursive: true });
  const installArgs = ['install', `${binaryPackage}@${version}`, '--prefix', folder, '--no-save', '--no-audit', '--no-fund', '--loglevel=error'];
  const { status } = spawnSync('npm', installArgs, { cwd: folder, stdio: 'inherit' });
  if (status !== 0 || !existsSync(node)) exitWith(new Error(`Node ${version} could not be installed.`));
}

// Tests also start programs with `node`.
const env = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH ?? ''}` };
const { status } = spawnSync(node, [join(root, 'node_modules/jest/bin/jest.js'), ...args], { cwd: root, env, stdio: 'inherit' });
process.exitCode = status ?? 1;
