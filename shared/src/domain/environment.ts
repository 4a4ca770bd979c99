import { resolve } from 'node:path';
import * as v from 'valibot';

/** `process.env`, or a replacement in tests. */
export type EnvironmentVariables = Readonly<Record<string, string | undefined>>;

/** A setting that cannot be used; its message names the setting and the reason. */
export class SettingError extends Error {}

export const portNumber = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65_535, 'must be a port number up to 65535'),
);

export const httpUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http or https address'),
);

const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export const logLevel = v.picklist(LOG_LEVELS, `must be one of ${LOG_LEVELS.join(', ')}`);

/** Settings whose values must not appear in messages. */
const SECRETS = /PASSWORD|SECRET|KEY|DATABASE_URL|SMTP_URL/;

const explain = (issue: v.BaseIssue<unknown>): string => {
  const name = v.getDotPath(issue) ?? 'settings';
  const value = typeof issue.input === 'string' && !SECRETS.test(name) ? ` (it is "${issue.input}")` : '';
  return `${name} ${issue.message}${value}`;
};

/** Parses a program's settings. An empty variable counts as absent. Throws a SettingError that names every bad one. */
export const parseSettings = <Schema extends v.GenericSchema>(schema: Schema, variables: EnvironmentVariables): v.InferOutput<Schema> => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''));
  const parsed = v.safeParse(schema, given);
  if (parsed.success) return parsed.output;
  throw new SettingError(parsed.issues.map(explain).join('; '));
};

interface SettingFolders {
  /** The project's folder, which defaults are inside of. */
  readonly root: string;
  /** The program's working folder (`process.cwd()`). */
  readonly cwd: string;
}

/** An absolute path. A relative one is resolved against the folder of the command: npm runs a workspace's script in the workspace, and passes the original folder in `INIT_CWD`. */
export const resolvePath = (path: string, variables: EnvironmentVariables, cwd: string): string => resolve(variables.INIT_CWD || cwd, path);

/** `DATA_DIR`, which holds database, uploads and releases; without it `data` in the project's folder. */
export const getDataFolder = (variables: EnvironmentVariables, { root, cwd }: SettingFolders): string =>
  variables.DATA_DIR ? resolvePath(variables.DATA_DIR, variables, cwd) : resolve(root, 'data');
