import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import * as v from 'valibot';

/** The first folder upwards that holds the workspaces, so that a relative DATA_DIR means the same from every folder. */
const findProjectRoot = (from: string): string => {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"workspaces"')) return folder;
    if (folder === path.dirname(folder)) return from;
  }
};

const portNumber = v.pipe(
  v.string(),
  v.regex(/^\d{1,5}$/, 'must be a port number'),
  v.transform(Number),
  v.maxValue(65535, 'must be a port number up to 65535'),
);
const postgresUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), 'must look like postgres://user:password@host/database'),
);
const httpUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), 'must be an http or https address'),
);
const words = v.pipe(v.string(), v.nonEmpty('must not be empty'));

/** Every setting of the provider, with its default (architecture, section 7). */
const environmentSchema = v.pipe(
  v.object({
    PROVIDER_PORT: v.optional(portNumber, '4000'),
    PROVIDER_HOST: v.optional(words, '127.0.0.1'),
    DATA_DIR: v.optional(words, './data'),
    DATABASE_URL: v.optional(postgresUrl),
    ADMIN_EMAIL: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email('must be an e-mail address')), 'admin@bettertomorrow.example'),
    ADMIN_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(6, 'must have 6 characters or more'), v.maxLength(200, 'must have 200 characters or fewer'))),
    JWT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have 32 characters or more'))),
    LOG_LEVEL: v.optional(
      v.picklist(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], 'must be fatal, error, warn, info, debug, trace or silent'),
      'warn',
    ),
    S3_ENDPOINT: v.optional(httpUrl),
    S3_BUCKET: v.optional(words),
    S3_REGION: v.optional(words, 'us-east-1'),
    S3_ACCESS_KEY_ID: v.optional(words),
    S3_SECRET_ACCESS_KEY: v.optional(words),
  }),
  v.forward(
    v.check(
      (value) =>
        value.S3_BUCKET === undefined || (value.S3_ENDPOINT !== undefined && value.S3_ACCESS_KEY_ID !== undefined && value.S3_SECRET_ACCESS_KEY !== undefined),
      'needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too',
    ),
    ['S3_BUCKET'],
  ),
);

export interface S3Settings {
  readonly endpoint: string;
  readonly bucket: string;
  readonly region: string;
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
}

export interface Environment {
  readonly port: number;
  readonly host: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly jwtSecret: string | undefined;
  readonly logLevel: string;
  readonly s3: S3Settings | undefined;
}

/** A setting that cannot be used; its message names the setting and the reason. */
export class SettingError extends Error {}

type Settings = v.InferOutput<typeof environmentSchema>;

const readS3 = (settings: Settings): S3Settings | undefined => {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint, bucket, region: settings.S3_REGION, accessKeyId, secretAccessKey };
};

/** Reads the settings once, at the start. Throws a SettingError for a bad one; an empty value counts as not given. */
export const parseEnvironment = (variables: Readonly<Record<string, string | undefined>>, workingFolder: string): Environment => {
  const given = Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined && value !== ''));
  const result = v.safeParse(environmentSchema, given);
  if (!result.success) {
    const reasons = result.issues.map((issue) => `${v.getDotPath(issue) ?? 'settings'} ${issue.message}`);
    throw new SettingError(reasons.join('; '));
  }
  const settings = result.output;
  return {
    port: settings.PROVIDER_PORT,
    host: settings.PROVIDER_HOST,
    dataDir: path.resolve(findProjectRoot(workingFolder), settings.DATA_DIR),
    databaseUrl: settings.DATABASE_URL,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    jwtSecret: settings.JWT_SECRET,
    logLevel: settings.LOG_LEVEL,
    s3: readS3(settings),
  };
};
