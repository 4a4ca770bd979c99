import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { publishInto } from './releases.ts';
import { root, startProvider, TEMPLATE_FOLDER } from './servers.ts';

/** Makes once what every site of the tests starts from: the published parts and the database with its sample content. */
const prepareTemplate = async (): Promise<void> => {
  rmSync(join(root, TEMPLATE_FOLDER), { recursive: true, force: true });
  publishInto(join(root, TEMPLATE_FOLDER));
  const provider = await startProvider({ dataFolder: join(root, TEMPLATE_FOLDER) });
  await provider.stop();
};

export default prepareTemplate;
