/**
 * The release command, from the root: `npm run deploy -w remote-<name>`, `npm run releases`, `npm run rollback -- <name>`.
 * Exit status 1 and a reason when a release is rejected or a name is unknown.
 */
import { resolve } from 'node:path';
import { getDataFolder } from '@site/shared/domain/environment';
import { createReleaseClient, ReleaseError } from './release-client.ts';

const root = resolve(import.meta.dirname, '../..');
const client = createReleaseClient({
  root,
  dataFolder: getDataFolder(process.env, { root, cwd: process.cwd() }),
  say: (line) => void process.stdout.write(`${line}\n`),
});

const [command, remote = ''] = process.argv.slice(2);
try {
  if (command === 'deploy' && remote !== '') await client.deploy(remote);
  else if (command === 'rollback' && remote !== '') await client.rollBack(remote);
  else if (command === 'list') await client.list();
  else throw new ReleaseError('Use: npm run deploy -w remote-<name> · npm run releases · npm run rollback -- <name>');
} catch (error) {
  process.stderr.write(`${error instanceof ReleaseError ? error.message : String(error instanceof Error ? error.stack : error)}\n`);
  process.exitCode = 1;
}
