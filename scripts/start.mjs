/**
 * `npm start`: everything from a fresh clone. Installs what is missing, builds what is stale, publishes the parts, starts provider and host,
 * prints the address and the staff sign-in. Ends with status 1 and a clear line when a server cannot start or stops.
 */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { ensurePackages, root, say } from './machine.mjs';
import { buildAndPublish, dataFolder } from './parts.mjs';

const providerPort = process.env.PROVIDER_PORT || '4000';
const providerUrl = process.env.PROVIDER_URL || `http://127.0.0.1:${providerPort}`;
// What the servers log of each step is for operators; at a desk only what goes wrong is of interest.
const env = { LOG_LEVEL: 'warn', ...process.env, NODE_ENV: 'production', DATA_DIR: dataFolder, PROVIDER_PORT: providerPort, PROVIDER_URL: providerUrl };

/** @type {import('node:child_process').ChildProcess[]} */
const servers = [];
let isStopping = false;

/** @param {number} status */
const stop = (status) => {
  if (isStopping) return;
  isStopping = true;
  process.exitCode = status;
  for (const server of servers) server.kill('SIGTERM');
};

/**
 * Starts one server and waits for the line that says it is ready; its other lines are shown, but for the words that are meant for this script.
 * @param {string} name @param {string} ready beginning of the line
 * @returns {Promise<string>} what followed on that line
 */
const startServer = (name, ready) =>
  new Promise((done) => {
    const server = spawn(process.execPath, [join(root, name, 'dist/server/server.cjs')], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
    servers.push(server);
    let rest = '';
    server.stdout.on('data', (text) => {
      const lines = (rest + text).split('\n');
      rest = lines.pop() ?? '';
      for (const line of lines) {
        if (line.startsWith('STAFF-SIGN-IN ')) {
          // Said at once: should the host not start, the account stands in the database all the same.
          signIn = line.slice('STAFF-SIGN-IN '.length);
          say(`  First staff account: ${signIn.replace(' ', '  ')}   (shown this once: keep it)`);
        } else if (line.startsWith(ready)) done(line.slice(ready.length).trim());
        else say(line);
      }
    });
    server.on('exit', (code) => {
      if (!isStopping) process.stderr.write(`The ${name} stopped${code ? ` (status ${code})` : ''}; the other server is stopped too.\n`);
      stop(code || 1);
    });
  });

let signIn = '';
ensurePackages();
await buildAndPublish();
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.once(signal, () => stop(0));

say('Starting the servers …');
if (!process.env.PROVIDER_URL) await startServer('provider', 'PROVIDER-READY');
const address = await startServer('host', 'HOST-READY');
say('');
say(`  The site:       ${address}`);
say(`  Staff sign-in:  ${address}/login`);
say(signIn === '' ? '                  with the account that the first start printed' : `                  ${signIn.replace(' ', '  ')}`);
say('');
say('  Stop with Ctrl+C.');
