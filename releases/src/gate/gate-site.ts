import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createServer as createProbe } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { respondWithSamples } from '@site/shared/testing/sample-server';
import * as v from 'valibot';
import { createReleaseStore, type ReleaseStore } from '../release-store.ts';

const START_LIMIT_MS = 30_000;

/** Path to the built host's program, relative to the root. */
export const HOST_PROGRAM = 'host/dist/server/server.cjs';

const listen = async (server: ReturnType<typeof createServer>): Promise<number> => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  // A server that listens on TCP has an `AddressInfo`.
  return (server.address() as AddressInfo).port;
};

const findFreePort = async (): Promise<number> => {
  const probe = createProbe().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
};

/** Starts a provider with sample content on its own port. */
const startProvider = async () => {
  const server = createServer((request, response) => {
    if (!respondWithSamples(request, response)) response.writeHead(404).end();
  });
  // Prevent the provider from closing connections that the host reuses.
  server.keepAliveTimeout = START_LIMIT_MS * 2;
  const port = await listen(server);
  return {
    url: `http://127.0.0.1:${port}`,
    stop: (): void => {
      server.closeAllConnections();
      server.close();
    },
  };
};

const readySchema = v.object({
  remotes: v.record(v.string(), v.looseObject({ version: v.string(), refused: v.optional(v.string()) })),
  unavailable: v.optional(v.record(v.string(), v.string()), {}),
});

export interface GateSite {
  readonly url: string;
  /** Why the host does not serve the candidate; undefined if it does. */
  readonly refused: string | undefined;
  /** Path to a page of another remote, if one has been released. */
  readonly neighbour: string | undefined;
  /** The host's output. */
  readonly output: () => string;
  stop(): Promise<void>;
}

interface SiteOptions {
  readonly root: string;
  readonly remote: string;
  /** Folder that contains the build. */
  readonly dist: string;
  /** Store of the real site, if this machine can access it. */
  readonly store: ReleaseStore | undefined;
}

/** Copies the active version of one other remote, so that visits can navigate from and to another area. */
const copyNeighbour = async (from: ReleaseStore | undefined, target: string, remote: string): Promise<string | undefined> => {
  if (from === undefined) return undefined;
  const { remotes } = await from.readRegistry();
  for (const [name, { history }] of Object.entries(remotes)) {
    const [version] = history;
    if (name === remote || version === undefined) continue;
    const release = await from.loadRelease(name, version).catch(() => undefined);
    if (release === undefined || release.isPrivate) continue;
    // Publish the version again, because this site has different keys.
    const store = createReleaseStore(target);
    await store.activate(await store.publish(name, version.replace(/-[^-]*$/, ''), from.getFolder(name, version)));
    return release.paths[0];
  }
  return undefined;
};

/**
 * Starts the built host with the candidate, one other remote and a provider with sample content, in a temporary data folder. Throws with the host's output if
 * it does not start.
 */
export const startGateSite = async ({ root, remote, dist, store: siteStore }: SiteOptions): Promise<GateSite> => {
  const dataFolder = await mkdtemp(join(tmpdir(), 'gate-'));
  const releases = join(dataFolder, 'releases');
  const provider = await startProvider();
  const neighbour = await copyNeighbour(siteStore, releases, remote);
  const store = createReleaseStore(releases);
  const candidate = await store.publish(remote, '0.0.0', dist);
  await store.activate(candidate, { isExplicit: true });

  const port = await findFreePort();
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [join(root, HOST_PROGRAM)], {
    cwd: root,
    env: { PATH, HOME, NODE_ENV: 'production', LOG_LEVEL: 'warn', PORT: String(port), DATA_DIR: dataFolder, PROVIDER_URL: provider.url },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'close');
  let output = '';
  const stop = async (): Promise<void> => {
    child.kill('SIGKILL');
    await exited;
    provider.stop();
    await rm(dataFolder, { recursive: true, force: true });
  };
  const isReady = await new Promise<boolean>((resolve) => {
    const timer = setTimeout(() => resolve(false), START_LIMIT_MS);
    const note = (data: Buffer): void => {
      output = (output + data.toString()).slice(-20_000);
      if (!output.includes('HOST-READY')) return;
      clearTimeout(timer);
      resolve(true);
    };
    child.stdout.on('data', note);
    child.stderr.on('data', note);
    void exited.then(() => {
      clearTimeout(timer);
      resolve(false);
    });
  });
  if (!isReady) {
    await stop();
    throw new Error(`The host did not start with this build:\n${output.trim()}`);
  }
  const url = `http://127.0.0.1:${port}`;
  const ready = v.safeParse(readySchema, await (await fetch(`${url}/ready`)).json());
  const served = ready.success ? ready.output.remotes[remote] : undefined;
  const reason = ready.success ? (served?.refused ?? ready.output.unavailable[remote]) : 'its /ready cannot be read';
  return { url, refused: served?.version === candidate.version ? undefined : (reason ?? 'unknown'), neighbour, output: () => output, stop };
};
