/** Provider and host as child processes, over what is built. */
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { root, say } from './machine.mjs';
import { dataFolder } from './parts.mjs';

/**
 * Starts both servers and prints the address and the staff sign-in. When one stops by itself the other is stopped too, and the process ends with its status.
 * @param {NodeJS.ProcessEnv} [extra] settings beside the environment's own
 * @returns {Promise<{ stop: () => Promise<void> }>}
 */
export const startServers = async (extra = {}) => {
  const providerPort = process.env.PROVIDER_PORT || '4000';
  const providerUrl = process.env.PROVIDER_URL || `http://127.0.0.1:${providerPort}`;
  // What the servers log of each step is for operators; at a desk only what goes wrong is of interest.
  const env = {
    LOG_LEVEL: 'warn',
    ...process.env,
    NODE_ENV: 'production',
    DATA_DIR: dataFolder,
    PROVIDER_PORT: providerPort,
    PROVIDER_URL: providerUrl,
    ...extra,
  };
  /** @type {import('node:child_process').ChildProcess[]} */
  const running = [];
  let isStopping = false;
  let signIn = '';

  const stop = async () => {
    isStopping = true;
    await Promise.all(
      running.map(
        (server) =>
          new Promise((done) => {
            if (server.exitCode !== null || server.signalCode !== null) return done(undefined);
            server.once('exit', done);
            server.kill('SIGTERM');
          }),
      ),
    );
  };

  /** @param {string} name @param {string} ready beginning of the line that says it is ready @returns {Promise<string>} what followed on that line */
  const startOne = (name, ready) =>
    new Promise((done) => {
      const server = spawn(process.execPath, [join(root, name, 'dist/server/server.cjs')], { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] });
      running.push(server);
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
      server.once('exit', (code) => {
        if (isStopping) return;
        process.stderr.write(`The ${name} stopped${code ? ` (status ${code})` : ''}; the other server is stopped too.\n`);
        process.exitCode = code || 1;
        void stop();
      });
    });

  if (!process.env.PROVIDER_URL) await startOne('provider', 'PROVIDER-READY');
  const address = await startOne('host', 'HOST-READY');
  say('');
  say(`  The site:       ${address}`);
  say(`  Staff sign-in:  ${address}/login`);
  say(signIn === '' ? '                  with the account that the first start printed' : `                  ${signIn.replace(' ', '  ')}`);
  say('');
  say('  Stop with Ctrl+C.');
  return { stop };
};
