import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildAndPublish, buildParts, printLine } from '@site/scripts/parts';
import { SEED } from '@site/shared/testing/random';
import { root, startProvider, TEMPLATE_FOLDER } from './servers.ts';

/** Returns a key that changes when the template must be rebuilt. The key includes today's date, because the dates of the sample content depend on it. */
const readStamp = (): string => `${new Date().toDateString()} ${readFileSync(join(root, 'provider/dist/built-from'), 'utf8')}`;

/**
 * Prepares the data folder from which every test site is copied: the published remotes and a database with the sample content. With `KEEP_TEMPLATE`, as in `npm
 * run verify` and `@time` tests, reuses an up-to-date folder from earlier tests and publishes only changed remotes.
 */
const prepareTemplate = async (): Promise<void> => {
  printLine(`Random tests start from the seed ${SEED}. To repeat them: TEST_SEED=${SEED}`);
  const folder = join(root, TEMPLATE_FOLDER);
  const stampFile = join(folder, 'prepared-for');
  // The provider below starts from this build.
  await buildParts();
  const isCurrent = process.env.KEEP_TEMPLATE !== undefined && existsSync(stampFile) && readFileSync(stampFile, 'utf8') === readStamp();
  if (isCurrent) return buildAndPublish({ folder, isNewOnly: false });
  rmSync(folder, { recursive: true, force: true });
  const fillDatabase = async (): Promise<void> => (await startProvider({ dataFolder: folder })).stop();
  await Promise.all([buildAndPublish({ folder }), fillDatabase()]);
  // All sites share their rendered images, because rendering them takes a fifth of the CPU time.
  const derivedFolder = join(root, '.cache/e2e-derived');
  rmSync(derivedFolder, { recursive: true, force: true });
  mkdirSync(derivedFolder);
  rmSync(join(folder, 'derived'), { recursive: true, force: true });
  symlinkSync(derivedFolder, join(folder, 'derived'));
  writeFileSync(stampFile, readStamp());
};

export default prepareTemplate;
