import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { buildAndPublish } from '@site/scripts/parts';
import { root, startProvider, TEMPLATE_FOLDER } from './servers.ts';

/** Prepares the data folder that every test site is copied from: the published parts and a database with the sample content. */
const prepareTemplate = async (): Promise<void> => {
  const folder = join(root, TEMPLATE_FOLDER);
  rmSync(folder, { recursive: true, force: true });
  const fillDatabase = async (): Promise<void> => (await startProvider({ dataFolder: folder })).stop();
  await Promise.all([buildAndPublish({ folder }), fillDatabase()]);
};

export default prepareTemplate;
