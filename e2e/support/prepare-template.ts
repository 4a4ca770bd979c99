import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { publishInto } from './releases.ts';
import { root, startProvider, TEMPLATE_FOLDER } from './servers.ts';

/** Prepares the data folder that every test site is copied from: the published parts and a database with the sample content. */
const prepareTemplate = async (): Promise<void> => {
  rmSync(join(root, TEMPLATE_FOLDER), { recursive: true, force: true });
  publishInto(join(root, TEMPLATE_FOLDER));
  const provider = await startProvider({ dataFolder: join(root, TEMPLATE_FOLDER) });
  await provider.stop();
};

export default prepareTemplate;
