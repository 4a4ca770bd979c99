#!/usr/bin/env node
/**
 * The release command. In the site's repository: `npm run deploy -w remote-<name>`, `npm run rollback -- <name>`, `npm run releases [-- <command>]`. In the repository
 * of a remote it is `site-kit` from the kit, and without `-w`. With `--to <site>` it releases through the API of that site, with the token in `RELEASE_TOKEN` and the key in `RELEASE_KEY`.
 * Prints a reason, with exit status 1 when a change is rejected, and 2 when the command cannot be understood.
 */
import { resolve } from 'node:path';
import { getDataFolder, SettingError } from '@site/shared/domain/environment';
import { describeError } from '@site/shared/domain/error-code';
import { openReleaseStore } from '../open-store.ts';
import { LINK_ACTIONS, PATH_ACTIONS } from '../registry-changes.ts';
import { ReleaseError, UsageError } from '../release-error.ts';
import { StorageUnavailableError } from '../storage/release-storage.ts';
import { readS3Settings } from '../storage/s3-settings.ts';
import { createApiTarget } from './api-target.ts';
import { readCommandSettings } from './command-settings.ts';
import { adoptRemote, createRemote, isInstalledKit } from './create-remote.ts';
import { develop } from './develop.ts';
import { createKeyClient, printNewKey } from './key-client.ts';
import { createReleaseClient } from './release-client.ts';
import { RELEASES_USAGE } from './releases-usage.ts';
import { parseCommandLine, toUsageError } from './usage.ts';

const PROGRAM = 'npm run releases --';

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
  site: { type: 'string' },
  limit: { type: 'string', default: '50' },
  'dry-run': { type: 'boolean' },
  stolen: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const;

/** Those for which a remote must be known. The links of one may be allowed before its first release. */
const REMOTE_COMMANDS = new Set(['preview', 'canary', 'promote', 'stop-canary', 'rollback', 'remove', 'freeze', 'unfreeze', 'activate', 'mark-bad', 'paths']);

/** In the repository of a remote this is the folder of the installed kit. */
const root = resolve(import.meta.dirname, '../../..');
const cwd = process.cwd();
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const runKeyCommand = (client: ReturnType<typeof createKeyClient>, [command, action, name, key]: readonly string[], isStolen: boolean): Promise<void> => {
  if (command === 'verify') return client.verify(action ?? '');
  if (!action) return client.list();
  if (action === 'add' && name) return client.add(name, key || undefined);
  if (action === 'retire' && name) return client.retire(name, { isStolen });
  throw toUsageError(RELEASES_USAGE, PROGRAM, ['keys', action]);
};

const runCommand = async (): Promise<void> => {
  const { values: options, positionals } = parseCommandLine(OPTIONS, PROGRAM);
  const [command = 'list', remote = '', argument = '', path = ''] = positionals;
  const { path: newPath, reason } = options;
  if (options.help === true || command === 'help') return say(RELEASES_USAGE);
  if (command === 'new' && remote !== '' && newPath !== undefined)
    return createRemote({ kit: root, name: remote, path: newPath, folder: resolve(cwd, remote), say });
  if (command === 'adopt' && remote !== '') return adoptRemote({ kit: root, name: remote, folder: cwd, say });
  if (command === 'keys' && remote === 'new') return printNewKey(say);
  const settings = readCommandSettings(process.env);
  if (command === 'dev') {
    process.exitCode = await develop({ folder: cwd, site: options.host, port: options.port });
    return;
  }
  const isKit = isInstalledKit(root);
  const site = options.to ?? (isKit ? settings.RELEASE_SITE : undefined);
  // A store in the team's own folder would be no site: what is released there, no visitor sees.
  if (isKit && site === undefined && !(command === 'check' && argument === ''))
    throw new ReleaseError('Say which site: --to https://site.example, or RELEASE_SITE in the environment.');
  const dataFolder = getDataFolder(process.env, { root: isKit ? cwd : root, cwd });
  const store = openReleaseStore(dataFolder, readS3Settings(process.env));
  const api = site === undefined ? undefined : createApiTarget({ site, token: settings.RELEASE_TOKEN, key: settings.RELEASE_KEY });
  const client = createReleaseClient({ root, workingFolder: cwd, store, dataFolder, api, isAlone: isKit, say });
  const share = options.staff === true ? '0' : (options.share ?? options.canary);
  const canary = share === undefined ? undefined : { share: Number(share), views: Number(options.views), minutes: Number(options.minutes) };
  if (command === 'list') return client.list();
  if (command === 'keys' || command === 'verify') {
    if (api !== undefined) throw new ReleaseError('Only an administrator can do this, on the server: without --to.');
    return runKeyCommand(createKeyClient({ store, say }), [command, remote, argument, path], options.stolen === true);
  }
  if (command === 'history') {
    const limit = Number(options.limit);
    if (!(limit > 0)) throw new UsageError(`--limit is a number of entries; "${options.limit}" is not.`);
    if (remote !== '') await client.requireRemote(remote);
    return client.listHistory({ remote: remote === '' ? undefined : remote, limit });
  }
  if (command === 'prune') return client.prune({ days: settings.RETENTION_DAYS, isDryRun: options['dry-run'] === true });
  if (remote !== '') {
    const checkOptions = { allowGrowth: options['allow-growth'] === true, skipBrowser: options['skip-browser'] === true };
    if (command === 'deploy') return client.deploy(remote, { ...checkOptions, publishOnly: options['publish-only'] === true, canary });
    if (command === 'check') return argument === '' ? client.checkBuilt(remote, checkOptions) : client.checkPublished(remote, argument);
    if (command === 'revoke-preview') return client.revokePreview(remote);
    if (REMOTE_COMMANDS.has(command)) await client.requireRemote(remote);
    if (command === 'preview' && argument !== '') {
      const address = site ?? options.site ?? settings.SITE_URL ?? `http://localhost:${settings.PORT}`;
      return client.preview({ remote, version: argument, hours: Number(options.hours), site: address });
    }
    if (command === 'canary' && argument !== '' && canary !== undefined) return client.startCanary({ remote, version: argument, reason, ...canary });
    if (command === 'promote') return client.promoteCanary(remote, reason);
    if (command === 'stop-canary') return client.stopCanary(remote, reason);
    if (command === 'rollback') return client.rollBack({ remote, version: options.version, reason });
    if (command === 'remove') return client.remove(remote);
    if (command === 'freeze' && reason !== undefined) return client.freeze(remote, reason);
    if (command === 'unfreeze') return client.unfreeze(remote, reason);
    if (command === 'activate' && argument !== '') return client.activate({ remote, version: argument, reason });
    if (command === 'mark-bad' && argument !== '') return client.markBad(remote, argument, reason);
    const linkAction = LINK_ACTIONS.find((each) => each === argument);
    if (command === 'links' && linkAction !== undefined) return client.setLinks(remote, linkAction);
    const action = PATH_ACTIONS.find((each) => each === argument);
    if (command === 'paths' && action !== undefined && path !== '') return client.setPaths(remote, action, path);
  }
  throw toUsageError(RELEASES_USAGE, PROGRAM, positionals);
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
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
