import { getDataFolder } from '@site/shared/domain/environment';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { openReleaseStore } from '../open-store.ts';
import { UsageError } from '../release-error.ts';
import { TOKEN_SCOPES } from '../release-tokens.ts';
import { readS3Settings } from '../storage/s3-settings.ts';
import { createTokenClient } from './token-client.ts';
import { parseCommandLine, toUsageError } from './usage.ts';

const PROGRAM = 'npm run tokens --';

const USAGE = `Use:
  npm run tokens -- create <remote> [--paths /a,/b] [--name <name>] [--scopes ${TOKEN_SCOPES.join(',')}] [--days 90] [--key <public key>]
                                        a token for one remote; --paths registers a new remote, or adds paths; --key is the team's, else a pair is made for a team without one
  npm run tokens -- list                all tokens, without their secrets
  npm run tokens -- revoke <name>       at once, on every host`;

const OPTIONS = {
  paths: { type: 'string', default: '' },
  name: { type: 'string' },
  scopes: { type: 'string', default: TOKEN_SCOPES.join(',') },
  days: { type: 'string', default: '90' },
  key: { type: 'string' },
  help: { type: 'boolean', short: 'h' },
} as const;

const split = (text: string): string[] => text.split(',').filter((part) => part !== '');

const runCommand = async (root: string): Promise<void> => {
  const { values, positionals } = parseCommandLine(OPTIONS, PROGRAM);
  const [command = 'list', name = ''] = positionals;
  const say = (line: string): void => void process.stdout.write(`${line}\n`);
  if (values.help === true || command === 'help') return say(USAGE);
  const client = createTokenClient({
    store: openReleaseStore(getDataFolder(process.env, { root, cwd: process.cwd() }), readS3Settings(process.env)),
    say,
  });
  if (command === 'list') return client.list();
  if (command === 'revoke' && name !== '') return client.revoke(name);
  const scopes = TOKEN_SCOPES.filter((scope) => split(values.scopes).includes(scope));
  if (command === 'create' && name !== '' && scopes.length === split(values.scopes).length)
    return client.create({ remote: name, paths: split(values.paths), key: values.key, name: values.name, scopes, days: Number(values.days) });
  throw toUsageError(USAGE, PROGRAM, positionals);
};

/**
 * Runs the token command given to this process, for administrators on the server. `root` is the folder that contains `data` unless `DATA_DIR` is set. A failed
 * command prints the reason and exits with status 1 if it was rejected, or 2 if it is invalid.
 */
export const runTokenCommand = async (root: string): Promise<void> => {
  try {
    await runCommand(root);
  } catch (error) {
    process.stderr.write(`${getErrorMessage(error)}\n`);
    process.exitCode = error instanceof UsageError ? 2 : 1;
  }
};
