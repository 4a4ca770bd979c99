import { spawn } from 'node:child_process';
import path from 'node:path';
import { findFreePort } from './provider-process.ts';

const ROOT = path.resolve(import.meta.dirname, '..');

export interface SiteProcess {
  readonly url: string;
  stop(): Promise<void>;
}

/** `npm start` over a data folder of the measurements' own: builds and publishes what is stale, then the real provider and host. */
export const startSite = async (): Promise<SiteProcess> => {
  const [port, providerPort] = [await findFreePort(), await findFreePort()];
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/start.mjs')], {
    cwd: ROOT,
    env: { ...process.env, PORT: String(port), PROVIDER_PORT: String(providerPort), DATA_DIR: path.join(ROOT, '.cache/bench-site'), DATABASE_URL: '' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('Stop with Ctrl+C')) resolve();
    });
    child.once('exit', () => reject(new Error('The site did not start.')));
  });
  return {
    url: `http://127.0.0.1:${port}`,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Builds what is stale and publishes the remotes to a data folder. */
export const publishSite = async (dataDir: string): Promise<void> => {
  const env = { ...process.env, DATA_DIR: dataDir };
  const child = spawn(process.execPath, [path.join(ROOT, 'scripts/build.mjs')], { cwd: ROOT, env, stdio: ['ignore', 'ignore', 'inherit'] });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) throw new Error('The site does not build.');
};

export interface HostProcess extends SiteProcess {
  readonly pid: number;
}

/** Starts the built host alone, over what is published in a data folder. */
export const startHost = async (dataDir: string, providerUrl: string): Promise<HostProcess> => {
  const port = await findFreePort();
  const child = spawn(process.execPath, [path.join(ROOT, 'host/dist/server/server.cjs')], {
    cwd: ROOT,
    env: { ...process.env, NODE_ENV: 'production', PORT: String(port), DATA_DIR: dataDir, PROVIDER_URL: providerUrl, LOG_LEVEL: 'error' },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (text: Buffer) => {
      if (text.includes('HOST-READY')) resolve();
    });
    child.once('exit', () => reject(new Error('The host did not start.')));
  });
  const { pid } = child;
  if (pid === undefined) throw new Error('The host has no process.');
  return {
    url: `http://127.0.0.1:${port}`,
    pid,
    stop: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
};

/** Builds the home page's rival: the site as one ordinary single-page application. Gives the folder of its files. */
export const buildSingleBundle = async (): Promise<string> => {
  const folder = path.join(import.meta.dirname, 'single-bundle');
  const child = spawn(process.execPath, [path.join(ROOT, 'node_modules/@rspack/cli/bin/rspack.js'), 'build'], {
    cwd: folder,
    env: { ...process.env, NODE_ENV: 'production' },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const status = await new Promise((resolve) => child.once('exit', resolve));
  if (status !== 0) throw new Error('The single bundle does not build.');
  return path.join(folder, 'dist');
};
