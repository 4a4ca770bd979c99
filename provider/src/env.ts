import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TRASH_DAYS } from '@site/shared/contracts/trash';
import { trustedProxies } from '@site/shared/domain/client-address';
import { type EnvironmentVariables, getDataFolder, httpUrl, logLevel, parseSettings, portNumber } from '@site/shared/domain/environment';
import * as v from 'valibot';
import type { MailSettings } from './accounts/mail.ts';
import type { Retention } from './maintenance/retention.ts';
import type { S3Settings } from './storage/s3-storage.ts';

/** The nearest ancestor folder with the workspaces; the default data folder is inside it. */
const findProjectRoot = (from: string): string => {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"workspaces"')) return folder;
    if (folder === path.dirname(folder)) return from;
  }
};

const postgresUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^postgres(ql)?:$/.test(new URL(value).protocol), 'must look like postgres://user:password@host/database'),
);
const smtpUrl = v.pipe(
  v.string(),
  v.check((value) => URL.canParse(value) && /^smtps?:$/.test(new URL(value).protocol), 'must look like smtp://user:password@host:587'),
);
const text = v.pipe(v.string(), v.nonEmpty('must not be empty'));
const days = (largest = 36_500) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, 'must be a number of days'), v.transform(Number), v.maxValue(largest, `must be ${largest} or less`));

/** Every setting of the provider, with its default. */
const environmentSchema = v.pipe(
  v.object({
    PROVIDER_PORT: v.optional(portNumber, '4000'),
    PROVIDER_HOST: v.optional(text, '127.0.0.1'),
    PROVIDER_TRUST_PROXY: v.optional(trustedProxies, 'loopback'),
    DATABASE_URL: v.optional(postgresUrl),
    ADMIN_EMAIL: v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email('must be an e-mail address')), 'admin@bettertomorrow.example'),
    ADMIN_PASSWORD: v.optional(v.pipe(v.string(), v.minLength(6, 'must have 6 characters or more'), v.maxLength(200, 'must have 200 characters or fewer'))),
    JWT_SECRET: v.optional(v.pipe(v.string(), v.minLength(32, 'must have 32 characters or more'))),
    IMAGE_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'must have 32 characters or more'))),
    AUDIT_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'must have 32 characters or more'))),
    DATA_KEY: v.optional(v.pipe(v.string(), v.minLength(32, 'must have 32 characters or more'))),
    LOG_LEVEL: v.optional(logLevel, 'warn'),
    IMAGE_CACHE_MB: v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a number of megabytes, 1 or more'), v.transform(Number)), '512'),
    RETENTION_APPLICATIONS_DAYS: v.optional(days(), '183'),
    RETENTION_TRASH_DAYS: v.optional(days(TRASH_DAYS), String(TRASH_DAYS)),
    RETENTION_SESSIONS_DAYS: v.optional(days(), '30'),
    RETENTION_PAGE_VIEWS_DAYS: v.optional(days(400), '400'),
    RETENTION_AUDIT_DAYS: v.optional(days(), '730'),
    BACKUP_DAYS: v.optional(days(), '30'),
    BACKUP_RECIPIENT: v.optional(v.pipe(v.string(), v.regex(/^age1[0-9a-z]{20,}$/, 'must be a public key of age: age1…'))),
    BACKUP_IDENTITY: v.optional(v.pipe(v.string(), v.regex(/^AGE-SECRET-KEY-[0-9A-Z-]{20,}$/, 'must be a private key of age: AGE-SECRET-KEY-1…'))),
    S3_ENDPOINT: v.optional(httpUrl),
    S3_BUCKET: v.optional(text),
    S3_REGION: v.optional(text, 'us-east-1'),
    S3_ACCESS_KEY_ID: v.optional(text),
    S3_SECRET_ACCESS_KEY: v.optional(text),
    SITE_URL: v.optional(httpUrl),
    SMTP_URL: v.optional(smtpUrl),
    MAIL_FROM: v.optional(text),
  }),
  v.forward(
    v.check(
      (value) => value.SMTP_URL === undefined || (value.SITE_URL !== undefined && value.MAIL_FROM !== undefined),
      'needs SITE_URL, which the links begin with, and MAIL_FROM too',
    ),
    ['SMTP_URL'],
  ),
  v.forward(
    v.check(
      (value) =>
        value.S3_BUCKET === undefined || (value.S3_ENDPOINT !== undefined && value.S3_ACCESS_KEY_ID !== undefined && value.S3_SECRET_ACCESS_KEY !== undefined),
      'needs S3_ENDPOINT, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY too',
    ),
    ['S3_BUCKET'],
  ),
);

interface BackupSettings {
  readonly days: number;
  /** The public key for which backups are encrypted. */
  readonly recipient: string | undefined;
  /** The private key, needed to restore them. */
  readonly identity: string | undefined;
}

export interface Environment {
  readonly port: number;
  readonly host: string;
  /** Addresses and ranges of the hosts and proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy: string;
  /** Absolute. */
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  readonly adminEmail: string;
  readonly adminPassword: string | undefined;
  readonly jwtSecret: string | undefined;
  readonly imageKey: string | undefined;
  readonly auditKey: string | undefined;
  readonly dataKey: string | undefined;
  readonly logLevel: string;
  readonly retention: Retention;
  readonly backup: BackupSettings;
  readonly s3: S3Settings | undefined;
  /** How much disk the derived images may take. */
  readonly imageCacheBytes: number;
  /** The site's address without a slash at the end; for links in e-mails and for passkeys. */
  readonly siteUrl: string | undefined;
  readonly mail: MailSettings | undefined;
}

type Settings = v.InferOutput<typeof environmentSchema>;

const readS3 = (settings: Settings): S3Settings | undefined => {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint, bucket, region: settings.S3_REGION, accessKeyId, secretAccessKey };
};

const getSiteUrl = ({ SITE_URL: url }: Settings): string | undefined => url?.replace(/\/+$/, '');

const readMail = (settings: Settings): MailSettings | undefined => {
  const { SMTP_URL: smtp, MAIL_FROM: from } = settings;
  const siteUrl = getSiteUrl(settings);
  return smtp === undefined || from === undefined || siteUrl === undefined ? undefined : { smtpUrl: smtp, from, siteUrl };
};

/** Reads the settings once, at the start. Throws a SettingError for a bad one. */
export const parseEnvironment = (variables: EnvironmentVariables, cwd: string): Environment => {
  const settings = parseSettings(environmentSchema, variables);
  return {
    port: settings.PROVIDER_PORT,
    host: settings.PROVIDER_HOST,
    trustProxy: settings.PROVIDER_TRUST_PROXY,
    dataDir: getDataFolder(variables, { root: findProjectRoot(cwd), cwd }),
    databaseUrl: settings.DATABASE_URL,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    jwtSecret: settings.JWT_SECRET,
    imageKey: settings.IMAGE_KEY,
    auditKey: settings.AUDIT_KEY,
    dataKey: settings.DATA_KEY,
    logLevel: settings.LOG_LEVEL,
    retention: {
      applications: settings.RETENTION_APPLICATIONS_DAYS,
      trash: settings.RETENTION_TRASH_DAYS,
      sessions: settings.RETENTION_SESSIONS_DAYS,
      pageViews: settings.RETENTION_PAGE_VIEWS_DAYS,
      audit: settings.RETENTION_AUDIT_DAYS,
    },
    backup: { days: settings.BACKUP_DAYS, recipient: settings.BACKUP_RECIPIENT, identity: settings.BACKUP_IDENTITY },
    s3: readS3(settings),
    imageCacheBytes: settings.IMAGE_CACHE_MB * 1024 * 1024,
    siteUrl: getSiteUrl(settings),
    mail: readMail(settings),
  };
};
