import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from '@playwright/test';
import { readTreeCpuMs } from '@site/scripts/process-tree';
import { createPackages } from '@site/scripts/server-packages';
import { type Program, startHost, startProvider } from '@site/scripts/servers';
import { isLongRun } from '../support/long-drills.ts';
import { PACK_LIMIT_MS, test } from '../support/packages-test.ts';
import { STAFF } from '../support/servers.ts';

/**
 * Maximum CPU time that a server's processes use until the server is ready, as a multiple of the CPU time that Node takes to start: 3 s on two cores. The ratio
 * depends neither on the machine nor on other tests. `npm run bench -- start` measures the elapsed time.
 */
const READY_CPU_LIMIT = 50;

/** Returns the CPU time in milliseconds that Node uses before it runs a program: the median of five starts. */
const measureNodeStart = async (): Promise<number> => {
  const times: number[] = [];
  for (let round = 0; round < 5; round++) {
    const child = spawn(process.execPath, ['--eval', "process.stdout.write('ready'); setInterval(() => {}, 1000)"], { stdio: ['ignore', 'pipe', 'inherit'] });
    await once(child.stdout, 'data');
    times.push(readTreeCpuMs(child.pid ?? 0));
    child.kill();
  }
  return times.sort((a, b) => a - b)[2] ?? 0;
};

// Serial, so that the packages are built only once.
test.describe.configure({ mode: 'default' });

const createDataFolder = (): string => mkdtempSync(join(tmpdir(), 'data-'));
const POSTGRES = 'postgres://site:hunter2@127.0.0.1:1/site';
const SECRET = 'a secret of thirty-two characters, at least';

test(`OPS-07 the packages of one build ${isLongRun ? 'are reproducible, and ' : ''}are smaller than their limits`, { tag: '@drill' }, async ({
  unpacked: { packages },
}) => {
  test.setTimeout(PACK_LIMIT_MS);
  for (const { name, bytes, limitBytes } of packages) expect([name, bytes <= limitBytes]).toEqual([name, true]);
  if (!isLongRun) return;
  const folder = mkdtempSync(join(tmpdir(), 'packages-again-'));
  const secondPackages = await createPackages(folder);
  rmSync(folder, { recursive: true });

  expect(packages.map(({ hash }) => hash)).toEqual(secondPackages.map(({ hash }) => hash));
});

test('OPS-07 both packages start without the sources, publish the first releases once, and contain the release-token command', {
  tag: '@drill',
}, async ({ unpacked: { folder } }) => {
  const dataFolder = createDataFolder();
  const settings = { ADMIN_EMAIL: STAFF.email, ADMIN_PASSWORD: STAFF.password, SAMPLES: 'off' };
  const provider = await startProvider({ dataFolder, checkout: folder, env: settings });
  const options = { dataFolder, checkout: folder, providerUrl: provider.url };
  const host = await startHost(options);
  try {
    const [providerMs, hostMs] = [provider, host].map(({ pid }) => readTreeCpuMs(pid));
    const limitMs = (await measureNodeStart()) * READY_CPU_LIMIT;
    expect(providerMs).toBeLessThan(limitMs);
    expect(hostMs).toBeLessThan(limitMs);
    for (const path of ['/', '/news', '/gallery', '/login']) expect([path, (await fetch(host.url + path)).status]).toEqual([path, 200]);
    const { remotes, registry } = await (await fetch(`${host.url}/ready`)).json();
    expect(Object.keys(remotes)).toEqual(['auth-admin', 'gallery', 'marketing', 'news-events']);

    await host.stop();
    const next = await startHost(options);
    expect((await (await fetch(`${next.url}/ready`)).json()).registry.generation).toBe(registry.generation);

    const tokens = (...args: readonly string[]) =>
      spawnSync(process.execPath, ['host/dist/server/tokens.cjs', ...args], {
        cwd: folder,
        env: { PATH: process.env.PATH, DATA_DIR: dataFolder },
        encoding: 'utf8',
      });
    const [token = ''] = /release_\S+/.exec(tokens('create', 'gallery', '--name', 'operator').stdout) ?? [];
    const rollback = () =>
      fetch(`${next.url}/releases/gallery/rollback`, {
        method: 'POST',
        headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
        body: '{}',
      });
    expect((await rollback()).status).toBe(409);
    expect(tokens('revoke', 'operator').status).toBe(0);
    expect((await rollback()).status).toBe(401);
    await next.kill();
  } finally {
    await Promise.all([provider.kill(), host.kill()]);
    rmSync(dataFolder, { recursive: true, force: true });
  }
});

test.describe('OPS-08 a wrong setting makes the start fail with status 1 and one line', { tag: '@drill' }, () => {
  const cases: ReadonlyArray<readonly [Program, Readonly<Record<string, string>>, string]> = [
    ['provider', { DATABASE_URL: POSTGRES }, 'DATABASE_URL needs JWT_SECRET too'],
    ['provider', { DATABASE_URL: POSTGRES, JWT_SECRET: SECRET }, 'DATABASE_URL must name a database that accepts connections (127.0.0.1:1/site: '],
    ['provider', { PROVIDER_HOST: '203.0.113.9' }, 'PROVIDER_HOST must be an address of this machine'],
    ['provider', { DATABASE_URI: POSTGRES }, 'DATABASE_URI is not a setting: did you mean DATABASE_URL?'],
    ['host', { DATA_DIR: process.execPath }, 'DATA_DIR must be a folder that this program can write to'],
    ['host', { HOST: '203.0.113.9' }, 'HOST must be an address of this machine'],
    ['host', { SITE_CONFIG: '/nowhere/site.json' }, 'SITE_CONFIG: /nowhere/site.json cannot be read'],
    [
      'host',
      {
        RELEASES_S3_ENDPOINT: 'http://127.0.0.1:1',
        RELEASES_S3_BUCKET: 'releases',
        RELEASES_S3_ACCESS_KEY_ID: 'key',
        RELEASES_S3_SECRET_ACCESS_KEY: 'secret',
      },
      'RELEASES_S3_ENDPOINT and RELEASES_S3_BUCKET must name a store that responds',
    ],
  ];
  // All cases share one folder. The first start creates the database and publishes the first releases.
  let dataFolder = '';
  test.beforeAll(() => {
    dataFolder = createDataFolder();
  });
  test.afterAll(() => rmSync(dataFolder, { recursive: true, force: true }));

  const run = (folder: string, program: Program, settings: Readonly<Record<string, string>>) =>
    spawnSync(process.execPath, [`${program}/dist/server/server.cjs`], {
      cwd: folder,
      env: { PATH: process.env.PATH, DATA_DIR: dataFolder, PORT: '0', PROVIDER_PORT: '0', ...(program === 'provider' && { SAMPLES: 'off' }), ...settings },
      encoding: 'utf8',
      timeout: 20_000,
    });

  // The settings tests of each program cover the allowed values. These tests check that the process prints the reason and exits.
  for (const [program, settings, reason] of isLongRun ? cases : cases.filter((_, index) => index % 2 === 0)) {
    test(`${program} ${JSON.stringify(settings)}`, ({ unpacked: { folder } }) => {
      const { status, stderr } = run(folder, program, settings);

      expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect(stderr).toContain(reason);
      expect(stderr).not.toContain('hunter2');
    });
  }

  test('a port in use', async ({ unpacked: { folder } }) => {
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const address = server.address();
    const port = typeof address === 'object' && address !== null ? String(address.port) : '';
    const provider = run(folder, 'provider', { PROVIDER_PORT: port });
    const host = run(folder, 'host', { PORT: port, HOST: '127.0.0.1' });
    server.close();

    for (const [{ status, stderr }, name] of [
      [provider, 'PROVIDER_PORT'],
      [host, 'PORT'],
    ] as const) {
      expect([status, stderr.trim().split('\n').length]).toEqual([1, 1]);
      expect(stderr).toContain(name);
      expect(stderr).toContain('is taken by another program');
    }
  });
});
