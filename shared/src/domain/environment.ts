import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { distance } from 'fastest-levenshtein';
import * as v from 'valibot';
import { getErrorCode } from './error-code.ts';

export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** Error for an invalid setting; the message names the setting and the reason. */
export class SettingError extends Error {}

export const portNumber = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number up to 65535'),
);

/** Address that a server listens on. Whether the address belongs to this machine is only known when the server starts. */
export const listenAddress = v.pipe(v.string(), v.regex(/^[\w.:-]+$/, 'must be an IP address or a host name'));

export const httpUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http or https address'),
);

/**
 * Time in milliseconds for which a server keeps serving after SIGTERM. It must exceed the interval at which proxies poll `/ready`, and the time for which they
 * reuse idle connections.
 */
export const drainSeconds = v.pipe(
  v.string(),
  v.regex(/^\d{1,3}$/, 'must be a number of seconds below 1000'),
  v.transform((value) => Number(value) * 1000),
);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const logLevel = v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`);

interface SettingDetails {
  readonly meaning: string;
  /** Behaviour if the setting is absent and its schema has no default. */
  readonly without?: string;
  /** Whether the value is a secret, which never appears in messages and may come from the file that `<NAME>_FILE` names. */
  readonly isSecret?: boolean;
}

/** Schema of one setting, with its description for docs/settings.md. */
export const setting = <const Schema extends v.GenericSchema<string | undefined, unknown>>(schema: Schema, details: SettingDetails) =>
  v.pipe(schema, v.metadata({ ...details }));

/** Settings for the access logs and the traces of both servers. */
export const observationSettings = {
  ACCESS_LOG: setting(v.optional(v.literal('1', 'must be 1 or absent')), { meaning: '`1`: one line of the log for each response' }),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(v.optional(httpUrl), {
    meaning: 'URL of an OpenTelemetry collector, to which spans are sent by OTLP over HTTP ([traces](contracts/operations.md))',
  }),
};

const detailsSchema = v.object({ meaning: v.string(), without: v.optional(v.string(), 'none'), isSecret: v.optional(v.boolean(), false) });

/** Schema made by `v.object`, optionally with checks across several settings. */
type SettingsSchema = v.GenericSchema & { readonly entries: Readonly<Record<string, v.GenericSchema>> };

interface DescribedSetting {
  readonly name: string;
  readonly meaning: string;
  readonly fallback: string;
  readonly isSecret: boolean;
}

/** Lists the settings of a schema, in its order. Throws a SettingError for an entry that was not made by `setting`. */
export const describeSettings = ({ entries }: SettingsSchema): DescribedSetting[] =>
  Object.entries(entries).map(([name, schema]) => {
    const details = v.safeParse(detailsSchema, v.getMetadata(schema));
    if (!details.success) throw new SettingError(`${name} does not say what it means: write setting(…, { meaning: '…' })`);
    const { meaning, without, isSecret } = details.output;
    const fallback: unknown = Reflect.get(schema, 'default');
    return { name, meaning, fallback: typeof fallback === 'string' ? fallback : without, isSecret };
  });

/** Whether an unknown name is probably a typing error: at most two characters (one in a short name) are different, missing or added. */
export const isSimilarName = (name: string, validName: string): boolean => distance(name, validName) <= (validName.length < 9 ? 1 : 2);

const toFileName = (name: string): string => `${name}_FILE`;

/**
 * Returns an absolute path. Relative paths are resolved against the folder in which the command was run. npm runs a workspace's script in the workspace folder
 * and passes the original folder in `INIT_CWD`.
 */
export const resolvePath = (path: string, variables: EnvironmentVariables, cwd: string): string => resolve(variables.INIT_CWD || cwd, path);

interface ReadSettings {
  readonly values: Readonly<Record<string, string>>;
  readonly problems: readonly string[];
}

const readVariables = (settings: readonly DescribedSetting[], variables: EnvironmentVariables): ReadSettings => {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  const names = settings.flatMap(({ name, isSecret }) => (isSecret ? [name, toFileName(name)] : [name]));
  for (const [name, value] of Object.entries(variables)) {
    if (!value) continue;
    values[name] = value;
    const suggestion = names.includes(name) ? undefined : names.find((validName) => isSimilarName(name, validName));
    if (suggestion !== undefined) problems.push(`${name} is not a setting: did you mean ${suggestion}?`);
  }
  for (const { name } of settings.filter(({ isSecret }) => isSecret)) {
    const file = values[toFileName(name)];
    if (file === undefined) continue;
    if (values[name] !== undefined) problems.push(`${name} and ${toFileName(name)} are both set: expected is one of them`);
    try {
      const value = readFileSync(resolvePath(file, variables, process.cwd()), 'utf8').trim();
      if (value === '') problems.push(`${toFileName(name)} must name a file that is not empty (it is "${file}")`);
      else values[name] = value;
    } catch (error) {
      problems.push(`${toFileName(name)} must name a file that can be read (it is "${file}": ${getErrorCode(error) || 'unreadable'})`);
    }
  }
  return { values, problems };
};

/** Parses a program's settings. An empty variable is treated as absent. Throws a SettingError that names every invalid setting. */
export const parseSettings = <Schema extends SettingsSchema>(schema: Schema, variables: EnvironmentVariables): v.InferOutput<Schema> => {
  const settings = describeSettings(schema);
  const secrets = new Set(settings.flatMap(({ name, isSecret }) => (isSecret ? [name] : [])));
  const { values, problems } = readVariables(settings, variables);
  const explain = (issue: v.BaseIssue<unknown>): string => {
    const name = v.getDotPath(issue) ?? 'settings';
    const value = typeof issue.input === 'string' && !secrets.has(name) ? ` (it is "${issue.input}")` : '';
    return `${name} ${issue.message}${value}`;
  };
  const parsed = v.safeParse(schema, values);
  if (parsed.success && problems.length === 0) return parsed.output;
  throw new SettingError([...problems, ...(parsed.issues ?? []).map(explain)].join('; '));
};

interface SettingFolders {
  readonly root: string;
  readonly cwd: string;
}

/** Returns `DATA_DIR`, which contains the database, uploads and releases; the default is `data` in the project folder. */
export const getDataFolder = (variables: EnvironmentVariables, { root, cwd }: SettingFolders): string =>
  variables.DATA_DIR ? resolvePath(variables.DATA_DIR, variables, cwd) : resolve(root, 'data');

const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile();

/** Avoids the `recursive` option, with which Node 22 retries forever if the system reports ENOENT although the parent exists, as in `/proc`. */
const createFolder = (folder: string): void => {
  if (existsSync(folder)) return;
  createFolder(dirname(folder));
  try {
    mkdirSync(folder);
  } catch (error) {
    // Another process that starts at the same time may have created the folder.
    if (getErrorCode(error) !== 'EEXIST') throw error;
  }
};

/** Creates the data folder if it is missing. Throws a SettingError if the program cannot write to it. */
export const requireDataFolder = (folder: string): void => {
  try {
    createFolder(folder);
    // The trailing slash makes the check fail for a file.
    accessSync(`${folder}/`, constants.W_OK);
  } catch (error) {
    const reason = isFile(folder) ? 'it is a file' : getErrorCode(error) || 'unknown reason';
    throw new SettingError(`DATA_DIR must be a folder that this program can write to (${folder}: ${reason})`);
  }
};
