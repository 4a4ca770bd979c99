import { type ParseArgsConfig, parseArgs } from 'node:util';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { UsageError } from '../release-error.ts';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
/** What a command gets for its options. */
export type OptionValues<Config extends OptionsConfig> = ReturnType<typeof parseArgs<{ options: Config; allowPositionals: true }>>['values'];

/** The options and words of this process's command. Throws a UsageError for an unknown option. */
export const parseCommandLine = <const Options extends OptionsConfig>(options: Options, program: string) => {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    // Node's message goes on with advice on quoting.
    const [reason = ''] = getErrorMessage(error).split('. ');
    throw new UsageError(`${reason.replace(/\.$/, '')}. All commands: ${program} help`);
  }
};

/** The command in a line of a usage. */
const COMMAND = /^ {2}(?:npm run (?:(?:releases|tokens) -- )?|npx <kit> )(\S+)/;

/** The error for a command that is unknown or incomplete: the reason, and the lines of the usage that describe the command. */
export const toUsageError = (usage: string, program: string, positionals: readonly string[]): UsageError => {
  const [command = ''] = positionals;
  const help = `All commands: ${program} help`;
  const lines = usage.split('\n').filter((line) => COMMAND.exec(line)?.[1] === command);
  if (lines.length === 0) return new UsageError(`There is no command "${command}". ${help}`);
  return new UsageError(`"${positionals.join(' ')}" is incomplete, or has a word that is unknown. Use:\n${lines.join('\n')}\n${help}`);
};

/** The error for a name that is none of those that exist. */
export const toUnknownRemoteError = (remote: string, known: readonly string[]): UsageError =>
  new UsageError(`There is no remote "${remote}". ${known.length === 0 ? 'There are none yet.' : `Remotes: ${[...new Set(known)].sort().join(', ')}`}`);
