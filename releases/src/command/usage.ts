import { type ParseArgsConfig, parseArgs } from 'node:util';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { UsageError } from '../release-error.ts';

type OptionsConfig = NonNullable<ParseArgsConfig['options']>;
/** Parsed values of a command's options. */
export type OptionValues<Config extends OptionsConfig> = ReturnType<typeof parseArgs<{ options: Config; allowPositionals: true }>>['values'];

/** Parses the options and arguments of this process. Throws a UsageError for an unknown option. */
export const parseCommandLine = <const Options extends OptionsConfig>(options: Options, program: string) => {
  try {
    return parseArgs({ options, allowPositionals: true });
  } catch (error) {
    // Keep only the first sentence, because Node's message continues with advice on quoting.
    const [reason = ''] = getErrorMessage(error).split('. ');
    throw new UsageError(`${reason.replace(/\.$/, '')}. All commands: ${program} help`);
  }
};

/** Matches the command on a line of the usage text. */
const COMMAND = /^ {2}(?:npm run (?:(?:releases|tokens) -- )?|npx <kit> )(\S+)/;

/** Returns the error for an unknown or incomplete command: the reason, and the usage lines that describe the command. */
export const toUsageError = (usage: string, program: string, positionals: readonly string[]): UsageError => {
  const [command = ''] = positionals;
  const help = `All commands: ${program} help`;
  const lines = usage.split('\n').filter((line) => COMMAND.exec(line)?.[1] === command);
  if (lines.length === 0) return new UsageError(`There is no command "${command}". ${help}`);
  return new UsageError(`"${positionals.join(' ')}" is incomplete, or has a word that is unknown. Use:\n${lines.join('\n')}\n${help}`);
};

/** Returns the error for an unknown remote, with a list of the existing ones. */
export const toUnknownRemoteError = (remote: string, knownNames: readonly string[]): UsageError =>
  new UsageError(
    `There is no remote "${remote}". ${knownNames.length === 0 ? 'There are none yet.' : `Remotes: ${[...new Set(knownNames)].sort().join(', ')}`}`,
  );
