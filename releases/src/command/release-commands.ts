/** Defines the subcommands of the release command: their names, usage texts, options and functions. */
import { resolve } from 'node:path';
import { LINK_ACTIONS, PATH_ACTIONS } from '../registry-changes.ts';
import { ReleaseError, UsageError } from '../release-error.ts';
import type { ReleaseStore } from '../release-store.ts';
import type { ApiTarget } from './api-target.ts';
import { readCommandSettings } from './command-settings.ts';
import { adoptRemote, createRemote } from './create-remote.ts';
import { develop } from './develop.ts';
import { createKeyClient, printNewKey } from './key-client.ts';
import type { ReleaseClient } from './release-client.ts';
import { type OptionValues, toUsageError } from './usage.ts';

export const PROGRAM = 'npm run releases --';

export const OPTIONS = {
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
type Options = OptionValues<typeof OPTIONS>;

/** Root of this repository; in a remote's repository, the folder of the installed kit. */
export const root = resolve(import.meta.dirname, '../../..');
const cwd = process.cwd();
export const say = (line: string): void => void process.stdout.write(`${line}\n`);

/** Context for commands that need the release store or a site. */
export interface CommandContext {
  readonly client: ReleaseClient;
  readonly store: ReleaseStore;
  /** The release API of the site given by `--to` or `RELEASE_SITE`, and the site's URL. */
  readonly api: ApiTarget | undefined;
  readonly site: string | undefined;
  readonly settings: ReturnType<typeof readCommandSettings>;
}

/** Undefined if an argument is missing or unknown, so that another command with the same name can be tried. */
type CommandRun = Promise<void> | undefined;

/** `positionals`: the arguments after the command name. Several commands may share a name. */
interface Command<Names extends keyof Options = keyof Options> {
  readonly name: string;
  /** Usage lines. Two spaces separate a command from its description. */
  readonly usage: string;
  readonly options: readonly Names[];
  /** The first argument must be the name of an existing remote. */
  readonly isForKnownRemote?: boolean;
  /** Runs the command without the store and without a site. */
  runAlone?(positionals: readonly string[], options: Pick<Options, Names>): CommandRun;
  run?(context: CommandContext, positionals: readonly string[], options: Pick<Options, Names>): CommandRun;
}

/** Defines a command, which receives only the options that it lists. */
const define = <const Names extends keyof Options>(command: Command<Names>): Omit<Command, 'options'> => command;

const CANARY_OPTIONS = ['share', 'canary', 'staff', 'views', 'minutes'] as const;
const getCanary = ({ share, canary, staff, views, minutes }: Pick<Options, (typeof CANARY_OPTIONS)[number]>) => {
  const percent = staff === true ? '0' : (share ?? canary);
  return percent === undefined ? undefined : { share: Number(percent), views: Number(views), minutes: Number(minutes) };
};

const CHECK_OPTIONS = ['allow-growth', 'skip-browser'] as const;
const getCheckOptions = (options: Pick<Options, (typeof CHECK_OPTIONS)[number]>) => ({
  allowGrowth: options['allow-growth'] === true,
  skipBrowser: options['skip-browser'] === true,
});

const openKeyClient = ({ store, api }: CommandContext): ReturnType<typeof createKeyClient> => {
  if (api !== undefined) throw new ReleaseError('Only an administrator can do this, on the server: without --to.');
  return createKeyClient({ store, say });
};

const listHistory = async ({ client }: CommandContext, remote: string, limit: string): Promise<void> => {
  const entries = Number(limit);
  if (!(entries > 0)) throw new UsageError(`--limit is a number of entries; "${limit}" is not.`);
  if (remote !== '') await client.requireRemote(remote);
  return client.listHistory({ remote: remote === '' ? undefined : remote, limit: entries });
};

const startDevelopment = async (site: string | undefined, port: string | undefined): Promise<void> => {
  process.exitCode = await develop({ folder: cwd, site, port });
};

/** Commands in the order of the help text. */
export const COMMANDS: readonly Omit<Command, 'options'>[] = [
  define({
    name: 'deploy',
    usage: `  npm run deploy -w remote-<name>                                 release a remote; -- --skip-browser on a machine without one, -- --allow-growth for much larger pages,
                                                                  -- --publish-only to publish it without activating it, -- --canary 5 or -- --staff to make it a canary`,
    options: [...CHECK_OPTIONS, ...CANARY_OPTIONS, 'publish-only'],
    run: ({ client }, [remote = ''], options) =>
      remote === ''
        ? undefined
        : client.deploy(remote, { ...getCheckOptions(options), publishOnly: options['publish-only'] === true, canary: getCanary(options) }),
  }),
  define({
    name: 'dev',
    usage: `  npm run dev -w remote-<name>                                    show the pages of a remote alone, with Fast Refresh and sample content; -- --host <url> shows them in that site,
                                                                  on this machine only; --port <number>`,
    options: ['host', 'port'],
    runAlone: (_positionals, { host, port }) => {
      // Reject invalid settings in the environment, as every command does.
      readCommandSettings(process.env);
      return startDevelopment(host, port);
    },
  }),
  define({
    name: 'check',
    usage: '  npm run check:release -w remote-<name>                          run the gate alone, on what has been built',
    options: CHECK_OPTIONS,
    run: ({ client }, [remote = '', version = ''], options) =>
      remote !== '' && version === '' ? client.checkExistingBuild(remote, getCheckOptions(options)) : undefined,
  }),
  define({
    name: 'rollback',
    usage:
      '  npm run rollback -- <name> [--version <version>]                roll back to the last good version, or to another of the last 20; the active one is marked as bad',
    options: ['version', 'reason'],
    isForKnownRemote: true,
    run: ({ client }, [remote = ''], { version, reason }) => client.rollBack({ remote, version, reason }),
  }),
  define({
    name: 'list',
    usage: '  npm run releases                                                list all versions',
    options: [],
    run: ({ client }) => client.list(),
  }),
  define({
    name: 'history',
    usage: '  npm run releases -- history [<name>] [--limit 50]               show who released what, when and why',
    options: ['limit'],
    run: (context, [remote = ''], { limit }) => listHistory(context, remote, limit),
  }),
  define({
    name: 'activate',
    usage:
      '  npm run releases -- activate <name> <version>                   activate any published version, on the server also a bad one; a team takes back what it has rolled back itself',
    options: ['reason'],
    isForKnownRemote: true,
    run: ({ client }, [remote = '', version = ''], { reason }) => (version === '' ? undefined : client.activate({ remote, version, reason })),
  }),
  define({
    name: 'freeze',
    usage: '  npm run releases -- freeze <name> --reason <text>               let no version become active',
    options: ['reason'],
    isForKnownRemote: true,
    run: ({ client }, [remote = ''], { reason }) => (reason === undefined ? undefined : client.freeze(remote, reason)),
  }),
  define({
    name: 'unfreeze',
    usage: '  npm run releases -- unfreeze <name> [--reason <text>]           let versions become active again',
    options: ['reason'],
    isForKnownRemote: true,
    run: ({ client }, [remote = ''], { reason }) => client.unfreeze(remote, reason),
  }),
  define({
    name: 'check',
    usage: `  npm run releases -- check <name> <version>                      run the host's release checks again; with --to only`,
    options: [],
    run: ({ client }, [remote = '', version = '']) => (remote === '' || version === '' ? undefined : client.checkPublished(remote, version)),
  }),
  define({
    name: 'preview',
    usage: `  npm run releases -- preview <name> <version> [--hours 1]        print an address that shows a published version in the site; with --site <url> in another one than this machine's`,
    options: ['hours', 'site'],
    isForKnownRemote: true,
    run: ({ client, site, settings }, [remote = '', version = ''], options) => {
      const address = site ?? options.site ?? settings.SITE_URL ?? `http://localhost:${settings.PORT}`;
      return version === '' ? undefined : client.preview({ remote, version, hours: Number(options.hours), site: address });
    },
  }),
  define({
    name: 'revoke-preview',
    usage: '  npm run releases -- revoke-preview <id>                         end a preview; on the server, all ends every preview',
    options: [],
    run: ({ client }, [id = '']) => (id === '' ? undefined : client.revokePreview(id)),
  }),
  define({
    name: 'canary',
    usage: `  npm run releases -- canary <name> <version> --share 5           give a published version to staff and 5% of the visitors (--staff: staff only); it is undone if it fails more often
                                                                  than the active one, and otherwise activated after --views 500 and --minutes 10`,
    options: [...CANARY_OPTIONS, 'reason'],
    isForKnownRemote: true,
    run: ({ client }, [remote = '', version = ''], { reason, ...options }) => {
      const canary = getCanary(options);
      return version === '' || canary === undefined ? undefined : client.startCanary({ remote, version, reason, ...canary });
    },
  }),
  define({
    name: 'promote',
    usage: '  npm run releases -- promote <name>                              activate the canary now',
    options: ['reason'],
    isForKnownRemote: true,
    run: ({ client }, [remote = ''], { reason }) => client.promoteCanary(remote, reason),
  }),
  define({
    name: 'stop-canary',
    usage: '  npm run releases -- stop-canary <name>                          end the canary: everybody gets the active version',
    options: ['reason'],
    isForKnownRemote: true,
    run: ({ client }, [remote = ''], { reason }) => client.stopCanary(remote, reason),
  }),
  define({
    name: 'mark-bad',
    usage: '  npm run releases -- mark-bad <name> <version>                   never use a version as the last good one again',
    options: ['reason'],
    isForKnownRemote: true,
    run: ({ client }, [remote = '', version = ''], { reason }) => (version === '' ? undefined : client.markBad(remote, version, reason)),
  }),
  define({
    name: 'remove',
    usage: '  npm run releases -- remove <name>                               remove a remote; its paths become free',
    options: [],
    isForKnownRemote: true,
    run: ({ client }, [remote = '']) => client.remove(remote),
  }),
  define({
    name: 'prune',
    usage: '  npm run releases -- prune                                       remove the versions that nothing needs any more; --dry-run only lists them',
    options: ['dry-run'],
    run: ({ client, settings }, _positionals, options) => client.prune({ days: settings.RETENTION_DAYS, isDryRun: options['dry-run'] === true }),
  }),
  define({
    name: 'paths',
    usage: '  npm run releases -- paths <name> add|remove|move <path>         change the paths that a remote owns',
    options: [],
    isForKnownRemote: true,
    run: ({ client }, [remote = '', argument = '', path = '']) => {
      const action = PATH_ACTIONS.find((each) => each === argument);
      return action === undefined || path === '' ? undefined : client.setPaths(remote, action, path);
    },
  }),
  define({
    name: 'keys',
    usage: `  npm run releases -- keys                                        list the public keys of the registry and of the teams
  npm run releases -- keys add <name>|registry [<public key>]     add a key of a team, which is created here if none is given; of the registry, in DATA_DIR/keys
  npm run releases -- keys retire <id> [--stolen]                 reject what a key signs from now on; versions that a key of the registry has signed are signed again. If it was stolen,
                                                                  only those that are or were active, and keys that this machine does not have are retired too`,
    options: ['stolen'],
    run: (context, [action = '', name = '', key = ''], { stolen }) => {
      const client = openKeyClient(context);
      if (action === '') return client.list();
      if (action === 'add' && name !== '') return client.add(name, key || undefined);
      if (action === 'retire' && name !== '') return client.retire(name, { isStolen: stolen === true });
      throw toUsageError(RELEASES_USAGE, PROGRAM, ['keys', action]);
    },
  }),
  define({
    name: 'keys',
    usage: `  npm run releases -- keys new                                    create a key pair for RELEASE_KEY, on the team's machine`,
    options: [],
    runAlone: ([action]) => (action === 'new' ? Promise.resolve(printNewKey(say)) : undefined),
  }),
  define({
    name: 'verify',
    usage: '  npm run releases -- verify [<name>]                             check every signature and every file of the store',
    options: [],
    run: (context, [remote = '']) => openKeyClient(context).verify(remote),
  }),
  define({
    name: 'links',
    usage: '  npm run releases -- links <name> allow|hide                     allow or hide the links that a remote asks for in the Explore group',
    options: [],
    run: ({ client }, [remote = '', argument = '']) => {
      const action = LINK_ACTIONS.find((each) => each === argument);
      return remote === '' || action === undefined ? undefined : client.setLinks(remote, action);
    },
  }),
  define({
    name: 'new',
    usage: '  npx <kit> new <name> --path /<path>                             create a remote in its own repository, where -w remote-<name> is left out',
    options: ['path'],
    runAlone: ([name = ''], { path }) =>
      name === '' || path === undefined ? undefined : Promise.resolve(createRemote({ kit: root, name, path, folder: resolve(cwd, name), say })),
  }),
  define({
    name: 'adopt',
    usage:
      '  npx site-kit adopt <name>                                       add what a remote lacks that has moved to its own repository: scripts, .gitignore, workflow',
    options: [],
    runAlone: ([name = '']) => (name === '' ? undefined : Promise.resolve(adoptRemote({ kit: root, name, folder: cwd, say }))),
  }),
];

/** Help text that lists all commands. */
export const RELEASES_USAGE = `Use:
${COMMANDS.map(({ usage }) => usage).join('\n')}
With --to <address of a site>, or RELEASE_SITE in a remote's own repository, the commands for releases work from another machine, with the token of one remote in RELEASE_TOKEN (npm run tokens) and the team's key in RELEASE_KEY. --reason <text>
becomes part of the history of activate, canary, promote, stop-canary, unfreeze, mark-bad and rollback. Exit status: 1 if a change was rejected, 2 if a command cannot be understood.`;
