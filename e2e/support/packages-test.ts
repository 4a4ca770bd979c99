import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test as base } from '@playwright/test';
import { createPackages, unpackPackages } from '@site/scripts/server-packages';
import { startTopology, type Topology } from '@site/scripts/topology';

interface UnpackedPackages {
  readonly folder: string;
  readonly packages: Awaited<ReturnType<typeof createPackages>>;
}

/** Long enough to read, check and compress all files and to start the servers one after the other. */
export const PACK_LIMIT_MS = 120_000;

interface WorkerFixtures {
  readonly unpacked: UnpackedPackages;
  readonly topology: Topology;
}

export const test = base.extend<object, WorkerFixtures>({
  unpacked: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the required fixtures from this pattern.
    async ({}, use) => {
      const folder = mkdtempSync(join(tmpdir(), 'packages-'));
      const packages = await createPackages(join(folder, 'packages'));
      const app = join(folder, 'app');
      unpackPackages(packages, app);
      await use({ folder: app, packages });
      rmSync(folder, { recursive: true, force: true });
    },
    { scope: 'worker', timeout: PACK_LIMIT_MS },
  ],
  topology: [
    async ({ unpacked }, use) => {
      const topology = await startTopology({ checkout: unpacked.folder });
      await use(topology);
      await topology.stop();
    },
    { scope: 'worker', timeout: PACK_LIMIT_MS },
  ],
});
