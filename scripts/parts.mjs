/** The parts of the site, and whether what is built of each is what its source says. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { readStamp, root, say, writeStamp } from './machine.mjs';

export const REMOTES = ['marketing', 'news-events', 'gallery', 'auth-admin'];
export const PARTS = ['provider', 'host', ...REMOTES.map((name) => `remote-${name}`)];

/** Where database, uploads and releases stand: `DATA_DIR`, else `data` in the project's folder. */
export const dataFolder = process.env.DATA_DIR ? resolve(process.env.INIT_CWD ?? root, process.env.DATA_DIR) : join(root, 'data');

/** @param {string} folder @returns {string[]} */
const filesBelow = (folder) =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return entry.name === 'node_modules' || entry.name === 'dist' ? [] : filesBelow(path);
    return /\.(test|spec)\.tsx?$|\.md$/.test(entry.name) ? [] : [path];
  });

/** @param {string} part */
const sourceHash = (part) => {
  const hash = createHash('sha256');
  const files = [
    ...filesBelow(join(root, part)),
    ...filesBelow(join(root, 'shared')),
    ...filesBelow(join(root, 'releases')),
    join(root, 'rspack.shared.ts'),
    join(root, 'package-lock.json'),
  ];
  for (const file of files.sort()) hash.update(file.slice(root.length)).update(readFileSync(file));
  return hash.digest('hex');
};

/** @param {string} command @param {string[]} args @param {string} cwd @returns {Promise<{ ok: boolean, output: string }>} */
const runQuietly = (command, args, cwd) =>
  new Promise((done) => {
    const child = spawn(command, args, { cwd, env: { ...process.env, NODE_ENV: 'production', DATA_DIR: dataFolder }, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (output += text));
    child.on('close', (code) => done({ ok: code === 0, output }));
  });

/** The mark stands inside `dist`, so that whoever builds otherwise takes it away. @param {string} part */
const markOf = (part) => join(root, part, 'dist/built-from');

/** @param {string} part @returns {string} hash of the source that was built, or '' */
const builtFrom = (part) => (existsSync(markOf(part)) ? readFileSync(markOf(part), 'utf8') : '');

/** @param {string} part */
const buildPart = async (part) => {
  const hash = sourceHash(part);
  if (builtFrom(part) === hash) return;
  const started = Date.now();
  const { ok, output } = await runQuietly(process.execPath, [join(root, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], join(root, part));
  if (!ok) throw new Error(`${part} does not build:\n${output}`);
  writeFileSync(markOf(part), hash);
  say(`  built ${part} (${((Date.now() - started) / 1000).toFixed(1)} s)`);
};

/** @param {string} remote */
const publishPart = async (remote) => {
  const stamp = `published-${createHash('sha256').update(dataFolder).digest('hex').slice(0, 8)}-${remote}`;
  const built = builtFrom(`remote-${remote}`);
  if (readStamp(stamp) === built && existsSync(join(dataFolder, 'releases', remote))) return;
  const cli = join(root, 'releases/src/cli.ts');
  const { ok, output } = await runQuietly(process.execPath, ['--import', 'tsx', cli, 'deploy', remote, '--built'], root);
  if (!ok) throw new Error(`remote-${remote} is not published:\n${output}`);
  writeStamp(stamp, built);
  say(`  ${output.trim().split('\n').at(-1)}`);
};

/** Builds what is stale and publishes what was not, two at a time. Throws an Error whose message is for the reader. */
export const buildAndPublish = async () => {
  say('Building the parts …');
  const queue = [...PARTS];
  const worker = async () => {
    for (let part = queue.shift(); part !== undefined; part = queue.shift()) await buildPart(part);
  };
  await Promise.all([worker(), worker()]);
  for (const remote of REMOTES) await publishPart(remote);
};
