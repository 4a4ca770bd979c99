#!/usr/bin/env node
/**
 * The release command. In the site's repository: `npm run deploy -w remote-<name>`, `npm run rollback -- <name>`, `npm run releases [-- <command>]`. In the repository
 * of a remote it is `site-kit` from the kit, and without `-w`. With `--to <site>` it releases through the API of that site, with the token in `RELEASE_TOKEN` and the key in `RELEASE_KEY`.
 * Exit status 1 and a reason when a change is rejected.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { getDataFolder, parseSettings, SettingError } from '@site/shared/domain/environment';
import { describeError, getErrorMessage } from '@site/shared/domain/error-code';
import * as v from 'valibot';
import { openReleaseStore } from '../open-store.ts';
import { LINK_ACTIONS, PATH_ACTIONS } from '../registry-changes.ts';
import { ReleaseError } from '../release-error.ts';
import { DEFAULT_RETENTION_DAYS, retentionDays } from '../retention.ts';
import { StorageUnavailableError } from '../storage/release-storage.ts';
import { readS3Settings } from '../storage/s3-settings.ts';
import { createApiTarget } from './api-target.ts';
import { createRemote, isInstalledKit } from './create-remote.ts';
import { develop } from './develop.ts';
import { createKeyClient, printNewKey } from './key-client.ts';
import { createReleaseClient } from './release-client.ts';

const USAGE = `Use:
  npm run deploy -w remote-<name>                                 release a remote; -- --skip-browser on a machine without one, -- --allow-growth for much larger pages,
                                                                  -- --publish-only to publish it without making it active, -- --canary 5 or -- --staff to make it a canary
  npm run dev -w remote-<name>                                    the pages of a remote alone, with Fast Refresh and sample content; -- --host <url> shows them in that site, on this
                                                                  machine only; --port <number>
  npm run check:release -w remote-<name>                          the gate alone, for what has been built
  npm run rollback -- <name> [--version <version>]                back to the last good version, or another one of the last 20; the one that is left is bad from then on
  npm run releases                                                all versions
  npm run releases -- history [<name>] [--limit 50]               who released what, when and why
  npm run releases -- activate <name> <version>                   also an older version, on the server also a bad one
  npm run releases -- freeze <name> --reason <text>               no version becomes active until: npm run releases -- unfreeze <name>
  npm run releases -- check <name> <version>                      the host's gate again; with --to only
  npm run releases -- preview <name> <version> [--hours 1]        an address that shows a published version inside the site; of another site than this machine's with --site <url>
  npm run releases -- revoke-preview <id>                         ends it; on the server also all of them: all
  npm run releases -- canary <name> <version> --share 5           staff and 5 % of visitors, with --staff staff alone, get a published version; it is undone if it fails more
                                                                  often than the active one, and becomes active after --views 500 and --minutes 10 if it does not
  npm run releases -- promote <name>                              the canary becomes active now
  npm run releases -- stop-canary <name>                          everybody gets the active version
  npm run releases -- mark-bad <name> <version>                   never the last good version again
  npm run releases -- remove <name>                               the remote's paths become free
  npm run releases -- prune                                       remove the versions that nothing needs any more; --dry-run only lists them
  npm run releases -- paths <name> add|remove|move <path>         the paths that a remote owns
  npm run releases -- keys                                        the public keys of the registry and of the teams
  npm run releases -- keys add <name>|registry [<public key>]     another key of a team, made here without one; of the registry, in DATA_DIR/keys
  npm run releases -- keys retire <id> [--stolen]                 nothing that it signs from now on is used; of the registry's, all versions are signed again. If it was
                                                                  stolen, only those that are or were active, and keys that this machine does not have are retired too
  npm run releases -- keys new                                    a pair of keys for RELEASE_KEY, made on the team's machine
  npm run releases -- verify [<name>]                             reads every signature and every file of the store
  npm run releases -- links <name> allow|hide                     whether the links that a remote asks for are in the Explore group
  npx <kit> new <name> --path /<path>                             a new remote in a repository of its own, where -w remote-<name> is left out
With --to <address of a site> the commands for releases work from another machine, with the token of one remote in RELEASE_TOKEN (npm run tokens) and the team's key in RELEASE_KEY. --reason <text>
becomes part of the history of activate, canary, promote, stop-canary, mark-bad and rollback.`;

const OPTIONS = {
  'allow-growth': { type: 'boolean' },
  'skip-browser': { type: 'boolean' },
  'publish-only': { type: 'boolean' },
  to: { type: 'string' },
  host: { type: 'string' },
  port: { type: 'string' },
  path: { type: 'string' },
  version: { type: 'string' },
  reason: { type: 'string' },
  canary: { type: 'string' },
  share: { type: 'string' },
  staff: { type: 'boolean' },
  views: { type: 'string', default: '500' },
  minutes: { type: 'string', default: '10' },
  hours: { type: 'string', default: '1' },
  site: { type: 'string', default: `http://localhost:${process.env.PORT || 3000}` },
  limit: { type: 'string', default: '50' },
  'dry-run': { type: 'boolean' },
  stolen: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

const readArguments = () => {
  try {
    return parseArgs({ options: OPTIONS, allowPositionals: true });
  } catch (error) {
    throw new ReleaseError(`${getErrorMessage(error)}\n${USAGE}`);
  }
};

/** In the repository of a remote this is the folder of the installed kit. */
const root = resolve(import.meta.dirname, '../../..');
const cwd = process.cwd();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const runKeyCommand = (client: ReturnType<typeof createKeyClient>, [command, action, name, key]: readonly string[], isStolen: boolean): Promise<void> => {
  if (command === 'verify') return client.verify(action ?? '');
  if (!action) return client.list();
  if (action === 'add' && name) return client.add(name, key || undefined);
  if (action === 'retire' && name) return client.retire(name, { isStolen });
  throw new ReleaseError(USAGE);
};

const runCommand = async (): Promise<void> => {
  const { values: options, positionals } = readArguments();
  const [command = 'list', remote = '', argument = '', path = ''] = positionals;
  const { path: newPath, reason } = options;
  if (options.help === true || command === 'help') return say(USAGE);
  if (command === 'new' && remote !== '' && newPath !== undefined)
    return createRemote({ kit: root, name: remote, path: newPath, folder: resolve(cwd, remote), say });
  if (command === 'keys' && remote === 'new') return printNewKey(say);
  if (command === 'dev') {
    process.exitCode = await develop({ folder: cwd, site: options.host, port: options.port });
    return;
  }
  const dataFolder = getDataFolder(process.env, { root: isInstalledKit(root) ? cwd : root, cwd });
  const store = openReleaseStore(dataFolder, readS3Settings(process.env), say);
  const api = options.to === undefined ? undefined : createApiTarget({ site: options.to, token: process.env.RELEASE_TOKEN, key: process.env.RELEASE_KEY });
  const client = createReleaseClient({ root, workingFolder: cwd, store, dataFolder, api, say });
  const share = options.staff === true ? '0' : (options.share ?? options.canary);
  const canary = share === undefined ? undefined : { share: Number(share), views: Number(options.views), minutes: Number(options.minutes) };
  if (command === 'list') return client.list();
  if (command === 'keys' || command === 'verify') {
    if (api !== undefined) throw new ReleaseError('Only an administrator can do this, on the server: without --to.');
    return runKeyCommand(createKeyClient({ store, say }), [command, remote, argument, path], options.stolen === true);
  }
  if (command === 'history') {
    const limit = Number(options.limit);
    if (!(limit > 0)) throw new ReleaseError(`--limit is a number of entries; "${options.limit}" is not.`);
    return client.listHistory({ remote: remote === '' ? undefined : remote, limit });
  }
  if (command === 'prune') {
    const { RETENTION_DAYS: days } = parseSettings(v.object({ RETENTION_DAYS: v.optional(retentionDays, DEFAULT_RETENTION_DAYS) }), process.env);
    return client.prune({ days, isDryRun: options['dry-run'] === true });
  }
  if (remote !== '') {
    const checkOptions = { allowGrowth: options['allow-growth'] === true, skipBrowser: options['skip-browser'] === true };
    if (command === 'deploy') return client.deploy(remote, { ...checkOptions, publishOnly: options['publish-only'] === true, canary });
    if (command === 'check') return argument === '' ? client.checkBuilt(remote, checkOptions) : client.checkPublished(remote, argument);
    if (command === 'preview' && argument !== '')
      return client.preview({ remote, version: argument, hours: Number(options.hours), site: options.to ?? options.site });
    if (command === 'revoke-preview') return client.revokePreview(remote);
    if (command === 'canary' && argument !== '' && canary !== undefined) return client.startCanary({ remote, version: argument, reason, ...canary });
    if (command === 'promote') return client.promoteCanary(remote, reason);
    if (command === 'stop-canary') return client.stopCanary(remote, reason);
    if (command === 'rollback') return client.rollBack({ remote, version: options.version, reason });
    if (command === 'remove') return client.remove(remote);
    if (command === 'freeze' && reason !== undefined) return client.freeze(remote, reason);
    if (command === 'unfreeze') return client.unfreeze(remote);
    if (command === 'activate' && argument !== '') return client.activate({ remote, version: argument, reason });
    if (command === 'mark-bad' && argument !== '') return client.markBad(remote, argument, reason);
    const linkAction = LINK_ACTIONS.find((each) => each === argument);
    if (command === 'links' && linkAction !== undefined) return client.setLinks(remote, linkAction);
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
