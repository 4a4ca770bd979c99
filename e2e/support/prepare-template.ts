import { mkdirSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { buildAndPublish } from '@site/scripts/parts';
import { root, startProvider, TEMPLATE_FOLDER } from './servers.ts';

/** Prepares the data folder that every test site is copied from: the published parts and a database with the sample content. */
const prepareTemplate = async (): Promise<void> => {
  const folder = join(root, TEMPLATE_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  const fillDatabase = async (): Promise<void> => (await startProvider({ dataFolder: folder })).stop();
  await Promise.all([buildAndPublish({ folder }), fillDatabase()]);
  // The sites have the same images, and rendering them takes a fifth of the processor: what one has rendered, the others find.
  const derived = join(root, '.cache/e2e-derived');
  rmSync(derived, { recursive: true, force: true });
  mkdirSync(derived);
  rmSync(join(folder, 'derived'), { recursive: true, force: true });
  symlinkSync(derived, join(folder, 'derived'));
};

export default prepareTemplate;
