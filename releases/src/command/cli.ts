#!/usr/bin/env node
/**
 * The release command. In the site's repository it runs as `npm run deploy -w remote-<name>`, `npm run rollback -- <name>` and `npm run releases [--
 * <command>]`. In a remote's own repository the kit provides `site-kit`, without `-w`. With `--to <site>` the command uses the release API of that site, with
 * the token in `RELEASE_TOKEN` and the key in `RELEASE_KEY`. A failed command prints the reason and exits with status 1 if the change was rejected, or 2 if the
 * command is invalid.
 */
import { getDataFolder, SettingError } from '@site/shared/domain/environment';
import { describeError } from '@site/shared/domain/error-code';
import { openReleaseStore } from '../open-store.ts';
import { ReleaseError, UsageError } from '../release-error.ts';
import { StorageUnavailableError } from '../storage/release-storage.ts';
import { readS3Settings } from '../storage/s3-settings.ts';
import { createApiTarget } from './api-target.ts';
import { readCommandSettings } from './command-settings.ts';
import { isInstalledKit } from './create-remote.ts';
import { createReleaseClient } from './release-client.ts';
import { COMMANDS, type CommandContext, OPTIONS, PROGRAM, RELEASES_USAGE, root, say } from './release-commands.ts';
import { parseCommandLine, toUsageError } from './usage.ts';

/** `isBuildCheck`: whether the command only checks a finished build, for which no site is needed. */
const openContext = (to: string | undefined, isBuildCheck: boolean): CommandContext => {
  const cwd = process.cwd();
  const settings = readCommandSettings(process.env);
  const isKit = isInstalledKit(root);
  const site = to ?? (isKit ? settings.RELEASE_SITE : undefined);
  // A store in the team's own folder does not belong to a site, so no visitor would ever see its releases.
  if (isKit && site === undefined && !isBuildCheck) throw new ReleaseError('Say which site: --to https://site.example, or RELEASE_SITE in the environment.');
  const dataFolder = getDataFolder(process.env, { root: isKit ? cwd : root, cwd });
  const store = openReleaseStore(dataFolder, readS3Settings(process.env));
  const api = site === undefined ? undefined : createApiTarget({ site, token: settings.RELEASE_TOKEN, key: settings.RELEASE_KEY });
  const client = createReleaseClient({ root, workingFolder: cwd, store, dataFolder, api, isAlone: isKit, say });
  return { client, store, api, site, settings };
};

const runCommand = async (): Promise<void> => {
  const { values: options, positionals } = parseCommandLine(OPTIONS, PROGRAM);
  const [name = 'list', ...words] = positionals;
  if (options.help === true || name === 'help') return say(RELEASES_USAGE);
  const commands = COMMANDS.filter((command) => command.name === name);
  for (const command of commands) {
    const running = command.runAlone?.(words, options);
    if (running !== undefined) return running;
  }
  const [remote = '', argument = ''] = words;
  const context = openContext(options.to, name === 'check' && argument === '');
  for (const command of commands) {
    if (command.isForKnownRemote === true) {
      if (remote === '') continue;
      await context.client.requireRemote(remote);
    }
    const running = command.run?.(context, words, options);
    if (running !== undefined) return running;
  }
  throw toUsageError(RELEASES_USAGE, PROGRAM, positionals);
};

const describeFailure = (error: unknown): string => {
  if (error instanceof ReleaseError || error instanceof SettingError) return error.message;
  if (error instanceof StorageUnavailableError) return `The release store cannot be used: ${error.message}`;
  // The operating system reports the reason, for example a full disk or missing permissions.
  if (error instanceof Error && 'syscall' in error) return `The release store cannot be used: ${error.message}`;
  return describeError(error);
};

try {
  await runCommand();
} catch (error) {
  process.stderr.write(`${describeFailure(error)}\n`);
  process.exitCode = error instanceof UsageError ? 2 : 1;
}
