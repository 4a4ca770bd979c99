/**
 * The release command, from the root: `npm run deploy -w remote-<name>`, `npm run rollback -- <name>`, `npm run releases [-- <command>]`.
 * Exit status 1 and a reason when a change is rejected.
 */
import { resolve } from 'node:path';
import { getDataFolder, parseSettings, SettingError } from '@site/shared/domain/environment';
import { describeError } from '@site/shared/domain/error-code';
import * as v from 'valibot';
import { openReleaseStore } from '../open-store.ts';
import { PATH_ACTIONS } from '../registry-changes.ts';
import { ReleaseError } from '../release-error.ts';
import { DEFAULT_RETENTION_DAYS, retentionDays } from '../retention.ts';
import { StorageUnavailableError } from '../storage/release-storage.ts';
import { readS3Settings } from '../storage/s3-settings.ts';
import { createReleaseClient } from './release-client.ts';

const USAGE = `Use:
  npm run deploy -w remote-<name>                                 release a remote; -- --skip-browser on a machine without one, -- --allow-growth for much larger pages
  npm run rollback -- <name>                                      back to the last good version; the one that is left is bad from then on
  npm run releases                                                all versions
  npm run releases -- activate <name> <version>                   also an older or a bad version
  npm run releases -- mark-bad <name> <version>                   never the last good version again
  npm run releases -- remove <name>                               the remote's paths become free
  npm run releases -- prune                                       remove the versions that nothing needs any more; --dry-run only lists them
  npm run releases -- paths <name> add|remove|move <path>         the paths that a remote owns`;

const root = resolve(import.meta.dirname, '../../..');
const openClient = () =>
  createReleaseClient({
    root,
    store: openReleaseStore(getDataFolder(process.env, { root, cwd: process.cwd() }), readS3Settings(process.env)),
    say: (line) => void process.stdout.write(`${line}\n`),
  });

const options = process.argv.slice(2).filter((each) => each.startsWith('--'));
const [command = 'list', remote = '', argument = '', path = ''] = process.argv.slice(2).filter((each) => !each.startsWith('--'));

const runCommand = async (): Promise<void> => {
  const client = openClient();
  if (command === 'list') return client.list();
  if (command === 'prune') {
    const { RETENTION_DAYS: days } = parseSettings(v.object({ RETENTION_DAYS: v.optional(retentionDays, DEFAULT_RETENTION_DAYS) }), process.env);
    return client.prune({ days, isDryRun: options.includes('--dry-run') });
  }
  if (remote !== '') {
    if (command === 'deploy')
      return client.deploy(remote, { allowGrowth: options.includes('--allow-growth'), skipBrowser: options.includes('--skip-browser') });
    if (command === 'rollback') return client.rollBack(remote);
    if (command === 'remove') return client.remove(remote);
    if (command === 'activate' && argument !== '') return client.activate(remote, argument);
    if (command === 'mark-bad' && argument !== '') return client.markBad(remote, argument);
    const action = PATH_ACTIONS.find((each) => each === argument);
    if (command === 'paths' && action !== undefined && path !== '') return client.setPaths(remote, action, path);
  }
  throw new ReleaseError(USAGE);
};

const describeFailure = (error: unknown): string => {
  if (error instanceof ReleaseError || error instanceof SettingError) return error.message;
  if (error instanceof StorageUnavailableError) return `The release store cannot be used: ${error.message}`;
  // The operating system's reason: a full disk, missing permissions.
  if (error instanceof Error && 'syscall' in error) return `The release store cannot be used: ${error.message}`;
  return describeError(error);
};

try {
  await runCommand();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = 1;
}
