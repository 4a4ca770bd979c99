/** What this machine must have before anything runs: a Node that rspack supports, the packages of the lock file, a browser for the tests. */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(import.meta.dirname, '..');
const cacheFolder = join(root, '.cache');

/** @param {string} line */
export const say = (line) => process.stdout.write(`${line}\n`);

/** Ends the program with one clear line. @param {string} line @returns {never} */
export const giveUp = (line) => {
  process.stderr.write(`${line}\n`);
  process.exit(1);
};

/** A small memory between runs, in `.cache/`. @param {string} name */
export const readStamp = (name) => (existsSync(join(cacheFolder, name)) ? readFileSync(join(cacheFolder, name), 'utf8') : '');

/** @param {string} name @param {string} value */
export const writeStamp = (name, value) => {
  mkdirSync(cacheFolder, { recursive: true });
  writeFileSync(join(cacheFolder, name), value);
};

/** Runs a command with its output shown. @param {string} command @param {string[]} args @param {NodeJS.ProcessEnv} [env] @returns {boolean} whether it succeeded */
export const run = (command, args, env = process.env) => spawnSync(command, args, { cwd: root, stdio: ['ignore', 'inherit', 'inherit'], env }).status === 0;

const ensureNode = () => {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const isSupported = (major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22;
  if (!isSupported) giveUp(`This project needs Node 20.19 or later in the 20 line, or 22.12 and later; this is ${process.versions.node}.`);
};

/** Installs the packages of the lock file when they are missing or others. */
export const ensurePackages = () => {
  ensureNode();
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  if (existsSync(join(root, 'node_modules')) && readStamp('packages') === wanted) return;
  say('Installing packages (the first time takes a minute or two) …');
  // Development packages build the parts: they are wanted even where NODE_ENV says production. Not `npm ci`: it refuses a lock file that leaves out
  // other platforms' optional binaries, which some registries do not carry. Nothing is saved, so the lock file's versions are what comes.
  if (!run('npm', ['install', '--no-save', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']))
    giveUp('The packages could not be installed: see the lines above. Is the npm registry reachable?');
  writeStamp('packages', wanted);
};

const HEADLESS_SHELL = '/usr/bin/chromium-headless-shell';
const BROWSERS = [
  HEADLESS_SHELL,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
];
const APT = ['-qq', '-o', 'Acquire::http::Timeout=15', '-o', 'Acquire::Retries=0'];

const findBrowser = () => [process.env.CHROMIUM_PATH ?? '', ...BROWSERS].find((place) => place !== '' && existsSync(place));

/** Debian's package of the headless shell. @param {boolean} isRoot */
const installHeadlessShell = (isRoot) => {
  const [command = '', ...args] = [...(isRoot ? [] : ['sudo']), 'apt-get', ...APT];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  return run(command, [...args, 'update'], env) && run(command, [...args, 'install', '-y', '--no-install-recommends', 'chromium-headless-shell'], env);
};

/**
 * Finds the browser of the tests: the headless shell, which opens a page in half the time of the whole browser, else Chromium or Chrome. Installs Debian's
 * headless shell where there is none, unless that would ask for a password although another browser is there.
 * @returns {string} its path
 */
export const ensureChromium = () => {
  const found = findBrowser();
  const isRoot = process.getuid?.() === 0;
  if (found !== undefined && (found === HEADLESS_SHELL || found === process.env.CHROMIUM_PATH || !isRoot || !existsSync('/usr/bin/apt-get'))) return found;
  say('Installing Chromium for the browser tests …');
  installHeadlessShell(isRoot);
  return findBrowser() ?? giveUp('Chromium could not be installed. Install Chromium or Chrome and set CHROMIUM_PATH to its program.');
};
