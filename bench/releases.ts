import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildAndPublish } from '@site/scripts/parts';
import { createReport, startMeasuredProvider } from './measuring.ts';
import { measureSpeed } from './releases/speed.ts';

/** How soon a release over the API is visible. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const dataFolder = mkdtempSync(join(tmpdir(), 'releases-'));
  await buildAndPublish({ folder: dataFolder });
  const provider = await startMeasuredProvider(dataFolder);
  try {
    await measureSpeed({ dataFolder, providerUrl: provider.url, report });
  } finally {
    await provider.stop();
    rmSync(dataFolder, { recursive: true, force: true });
  }
  return allHeld();
};
