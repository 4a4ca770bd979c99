import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { TRASH_DAYS } from '@site/shared/contracts/trash';
import { trustedProxies } from '@site/shared/domain/client-address';
import {
  drainSeconds,
  type EnvironmentVariables,
  getDataFolder,
  httpUrl,
  listenAddress,
  logLevel,
  observationSettings,
  parseSettings,
  portNumber,
  resolvePath,
  SettingError,
  setting,
} from '@site/shared/domain/environment';
import * as v from 'valibot';
import type { MailSettings } from '../accounts/mail.ts';
import type { Samples } from '../samples/seed-samples.ts';
import type { S3Settings } from '../storage/s3-storage.ts';

/** Returns the nearest enclosing folder that contains the workspaces, which is where the default data folder is. Returns undefined for a packaged provider. */
const findProjectRoot = (from: string): string | undefined => {
  for (let folder = from; ; folder = path.dirname(folder)) {
    const manifest = path.join(folder, 'package.json');
    if (existsSync(manifest) && readFileSync(manifest, 'utf8').includes('"workspaces"')) return folder;
    if (folder === path.dirname(folder)) return undefined;
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
const days = (maximum = 36_500) =>
  v.pipe(v.string(), v.regex(/^[1-9]\d{0,4}$/, 'must be a number of days'), v.transform(Number), v.maxValue(maximum, `must be ${maximum} or less`));

const key = v.pipe(v.string(), v.minLength(32, 'must have 32 characters or more'));
const STORED_DEFAULT = 'generated, stored in `DATA_DIR`';
const S3_NAMES = ['S3_ENDPOINT', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const;

export const providerSettings = v.pipe(
  v.object({
    PROVIDER_PORT: setting(v.optional(portNumber, '4000'), { meaning: 'the port to listen on' }),
    PROVIDER_HOST: setting(v.optional(listenAddress, '127.0.0.1'), { meaning: 'the address to listen on' }),
    PROVIDER_TRUST_PROXY: setting(v.optional(trustedProxies), {
      meaning: 'addresses or ranges of hosts and proxies whose `X-Forwarded-For` is trusted: set it when the host runs on another machine',
      without: '`loopback`, and what `TRUST_PROXY` names',
    }),
    TRUST_PROXY: setting(v.optional(trustedProxies), { meaning: "the host's setting of the same name" }),
    DATA_DIR: setting(v.optional(v.string()), {
      meaning: '`provider.db`, `uploads/`, `derived/` (a cache), `erasures/`, keys. The program must be able to write to it',
      without: "`data` in the project's folder",
    }),
    DATABASE_URL: setting(v.optional(postgresUrl), {
      meaning:
        '`postgres://…` instead of `provider.db`; same queries, same migrations. Needs `JWT_SECRET` in packaged providers, and in every provider after the first',
      isSecret: true,
    }),
    S3_ENDPOINT: setting(v.optional(httpUrl), { meaning: 'originals of images in an S3-compatible store instead of `uploads/`: its URL without the bucket' }),
    S3_BUCKET: setting(v.optional(text), { meaning: 'the name of an existing bucket' }),
    S3_REGION: setting(v.optional(text, 'us-east-1'), { meaning: 'its region' }),
    S3_ACCESS_KEY_ID: setting(v.optional(text), { meaning: 'the key that reads and writes the bucket', isSecret: true }),
    S3_SECRET_ACCESS_KEY: setting(v.optional(text), { meaning: 'the secret of `S3_ACCESS_KEY_ID`', isSecret: true }),
    ADMIN_EMAIL: setting(v.optional(v.pipe(v.string(), v.trim(), v.toLowerCase(), v.email('must be an email address')), 'admin@bettertomorrow.example'), {
      meaning: 'the first account; read at the first start only',
    }),
    ADMIN_PASSWORD: setting(
      v.optional(v.pipe(v.string(), v.minLength(6, 'must have 6 characters or more'), v.maxLength(200, 'must have 200 characters or fewer'))),
      { meaning: 'its password; read at the first start only', without: 'generated, printed once', isSecret: true },
    ),
    SAMPLES: setting(v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'), {
      meaning:
        '`off`: the first start inserts no sample content, only the drawings to which pages refer by a fixed id (team, ebook, programs), as `remove-samples` leaves them',
    }),
    JWT_SECRET: setting(v.optional(key), {
      meaning: '32 characters or more: signs access tokens; several providers need the same one',
      without: STORED_DEFAULT,
      isSecret: true,
    }),
    IMAGE_KEY: setting(v.optional(key), {
      meaning:
        '32 characters or more: the key for the URLs of images that are not public. Several providers need the same one. To rotate it, change it or delete `image-key`, and restart: the URLs that staff have then stop working',
      without: STORED_DEFAULT,
      isSecret: true,
    }),
    AUDIT_KEY: setting(v.optional(key), {
      meaning:
        '32 characters or more: the key of the [audit log](../provider/README.md#audit-log), which signs backups too. Several providers need the same one',
      without: STORED_DEFAULT,
      isSecret: true,
    }),
    DATA_KEY: setting(v.optional(key), {
      meaning:
        "32 characters or more: encrypts the secrets of authenticator apps, and hashes the identity of erased people. Several providers need the same one. It cannot be rotated; without it, users set up their apps again, with a recovery code or another administrator's help",
      without: STORED_DEFAULT,
      isSecret: true,
    }),
    IMAGE_CACHE_MB: setting(v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a number of megabytes, 1 or more'), v.transform(Number)), '512'), {
      meaning: 'disk space that `derived/` may take; the least recently requested files are deleted',
    }),
    IMPORT_MB: setting(v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,5}$/, 'must be a number of megabytes, 1 or more'), v.transform(Number)), '65536'), {
      meaning:
        'the longest ZIP that an administrator may import. The default fits the export of 100,000 photos of 650 KB; `DATA_DIR` needs room for the ZIP during the import',
    }),
    SITE_URL: setting(v.optional(httpUrl), { meaning: 'the URL of the site. Without `STAFF_URL` links in emails begin with it, and passkeys work only there' }),
    STAFF_URL: setting(v.optional(httpUrl), {
      meaning:
        "the host's setting of the same name. Links to the staff area begin with it, and passkeys work only there. Passkeys made at `SITE_URL` keep working if the host name of `STAFF_URL` is a subdomain of it",
      without: '`SITE_URL`',
    }),
    SMTP_URL: setting(v.optional(smtpUrl), {
      meaning: '`smtp://user:password@host:587` (or `smtps://`): emails for forgotten passwords, new devices, changed roles. Needs `SITE_URL` and `MAIL_FROM`',
      isSecret: true,
    }),
    MAIL_FROM: setting(v.optional(text), { meaning: 'the sender of emails' }),
    APPLICATION_NOTICE_TO: setting(v.optional(v.pipe(v.string(), v.trim(), v.email('must be an email address'))), {
      meaning:
        'who is told by email that a volunteer has applied or a school has asked for a visit: a link, no personal data, at most one of each kind in ten minutes. Needs `SMTP_URL`',
    }),
    RETENTION_APPLICATIONS_DAYS: setting(v.optional(days(), '183'), {
      meaning: 'days after an application was accepted, declined or marked as handled until it is erased',
    }),
    RETENTION_OPEN_APPLICATIONS_DAYS: setting(v.optional(days(), '365'), {
      meaning: 'days after an application was received until it is erased, if it is still new or in contact',
    }),
    RETENTION_TRASH_DAYS: setting(v.optional(days(TRASH_DAYS), String(TRASH_DAYS)), { meaning: `when deleted items are erased; ${TRASH_DAYS} at most` }),
    RETENTION_SESSIONS_DAYS: setting(v.optional(days(), '30'), { meaning: 'when ended sessions are erased' }),
    RETENTION_PAGE_VIEWS_DAYS: setting(v.optional(days(400), '400'), { meaning: 'when page views are erased; 400 at most' }),
    RETENTION_DRAFTS_DAYS: setting(v.optional(days(), '180'), { meaning: 'when unsaved changes of documents that have not been continued are erased' }),
    RETENTION_AUDIT_DAYS: setting(v.optional(days(), '730'), { meaning: 'when the personal values of audit entries are erased' }),
    LINK_CHECK_HOUR: setting(v.optional(v.pipe(v.string(), v.regex(/^([01]?\d|2[0-3]|off)$/, 'must be an hour, 0 to 23, or off')), '3'), {
      meaning:
        'the hour in Lagos from which links to other sites in published texts are checked each night ([connections](contracts/operations.md#connections)); `off`: never',
    }),
    BACKUP_DAYS: setting(v.optional(days(), '30'), { meaning: 'days until a backup expires; the next backup deletes it' }),
    BACKUP_FOLDER: setting(v.optional(text), {
      meaning: 'where the scheduler makes backups ([operations](contracts/operations.md#backups))',
      without: 'no scheduled backups',
    }),
    BACKUP_HOURS: setting(v.optional(v.pipe(v.string(), v.regex(/^[1-9]\d{0,2}$/, 'must be a number of hours, 1 to 999'), v.transform(Number)), '24'), {
      meaning: 'hours between two scheduled backups',
    }),
    BACKUP_RECIPIENT: setting(v.optional(v.pipe(v.string(), v.regex(/^age1[0-9a-z]{20,}$/, 'must be a public key of age: age1…'))), {
      meaning: 'encrypts backups for this public key of `age`',
    }),
    BACKUP_IDENTITY: setting(v.optional(v.pipe(v.string(), v.regex(/^AGE-SECRET-KEY-[0-9A-Z-]{20,}$/, 'must be a private key of age: AGE-SECRET-KEY-1…'))), {
      meaning: 'the private key, for restoring only',
      isSecret: true,
    }),
    DRAIN_SECONDS: setting(v.optional(drainSeconds, '3'), {
      meaning: 'how long requests are still accepted after SIGTERM ([replacing a provider](contracts/operations.md#replacing-a-host-or-a-provider))',
    }),
    LOG_LEVEL: setting(v.optional(logLevel, 'warn'), { meaning: 'JSON lines on standard output; `debug` and `trace` log every request too' }),
    ...observationSettings,
  }),
  v.forward(
    v.check((value) => value.SMTP_URL === undefined || (value.SITE_URL !== undefined && value.MAIL_FROM !== undefined), 'needs SITE_URL and MAIL_FROM too'),
    ['SMTP_URL'],
  ),
  v.forward(
    v.check((value) => value.MAIL_FROM === undefined || value.SMTP_URL !== undefined, 'needs SMTP_URL, the server that sends the emails, too'),
    ['MAIL_FROM'],
  ),
  v.forward(
    v.check((value) => value.APPLICATION_NOTICE_TO === undefined || value.SMTP_URL !== undefined, 'needs SMTP_URL, the server that sends the emails, too'),
    ['APPLICATION_NOTICE_TO'],
  ),
  v.forward(
    v.check(
      (value) => value.S3_BUCKET === undefined || S3_NAMES.every((name) => value[name] !== undefined),
      `needs ${S3_NAMES.slice(0, -1).join(', ')} and ${S3_NAMES.at(-1)} too`,
    ),
    ['S3_BUCKET'],
  ),
  v.forward(
    v.check(
      (value) => value.S3_BUCKET !== undefined || S3_NAMES.every((name) => value[name] === undefined),
      `must name the bucket, which ${S3_NAMES.slice(0, -1).join(', ')} and ${S3_NAMES.at(-1)} belong to`,
    ),
    ['S3_BUCKET'],
  ),
);

type Settings = v.InferOutput<typeof providerSettings>;

const readS3Settings = (settings: Settings): S3Settings | undefined => {
  const { S3_ENDPOINT: endpoint, S3_BUCKET: bucket, S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } = settings;
  if (endpoint === undefined || bucket === undefined || accessKeyId === undefined || secretAccessKey === undefined) return undefined;
  return { endpoint, bucket, region: settings.S3_REGION, accessKeyId, secretAccessKey };
};

const getSiteUrl = ({ SITE_URL: url }: Settings): string | undefined => url?.replace(/\/+$/, '');

const getStaffUrl = (settings: Settings): string | undefined => settings.STAFF_URL?.replace(/\/+$/, '') ?? getSiteUrl(settings);

const readMailSettings = (settings: Settings): MailSettings | undefined => {
  const { SMTP_URL: smtp, MAIL_FROM: from } = settings;
  const staffUrl = getStaffUrl(settings);
  return smtp === undefined || from === undefined || staffUrl === undefined ? undefined : { smtpUrl: smtp, from, staffUrl };
};

/** Reads the settings once at startup. Throws a SettingError that lists every invalid setting. `cwd` is the folder from which the provider was started. */
export const parseEnvironment = (variables: EnvironmentVariables, cwd: string) => {
  const settings = parseSettings(providerSettings, variables);
  const root = findProjectRoot(cwd);
  if (root === undefined && settings.DATABASE_URL !== undefined && settings.JWT_SECRET === undefined)
    throw new SettingError('DATABASE_URL needs JWT_SECRET too: providers that share a database sign with the same secret, of 32 characters or more');
  const samples: Samples = settings.SAMPLES === 'on' ? 'content' : 'page images';
  const dataDir = getDataFolder(variables, { root: root ?? cwd, cwd });
  return {
    port: settings.PROVIDER_PORT,
    host: settings.PROVIDER_HOST,
    /** IP addresses and ranges. */
    trustProxy: settings.PROVIDER_TRUST_PROXY ?? ['loopback', ...(settings.TRUST_PROXY === undefined ? [] : [settings.TRUST_PROXY])].join(','),
    dataDir,
    fontFolder: path.join(dataDir, 'fonts'),
    databaseUrl: settings.DATABASE_URL,
    adminEmail: settings.ADMIN_EMAIL,
    adminPassword: settings.ADMIN_PASSWORD,
    samples,
    jwtSecret: settings.JWT_SECRET,
    imageKey: settings.IMAGE_KEY,
    auditKey: settings.AUDIT_KEY,
    dataKey: settings.DATA_KEY,
    logLevel: settings.LOG_LEVEL,
    drainMs: settings.DRAIN_SECONDS,
    hasAccessLog: settings.ACCESS_LOG === '1',
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    retention: {
      applications: settings.RETENTION_APPLICATIONS_DAYS,
      openApplications: settings.RETENTION_OPEN_APPLICATIONS_DAYS,
      trash: settings.RETENTION_TRASH_DAYS,
      sessions: settings.RETENTION_SESSIONS_DAYS,
      pageViews: settings.RETENTION_PAGE_VIEWS_DAYS,
      drafts: settings.RETENTION_DRAFTS_DAYS,
      audit: settings.RETENTION_AUDIT_DAYS,
    },
    backup: {
      days: settings.BACKUP_DAYS,
      folder: settings.BACKUP_FOLDER === undefined ? undefined : resolvePath(settings.BACKUP_FOLDER, variables, cwd),
      hours: settings.BACKUP_HOURS,
      recipient: settings.BACKUP_RECIPIENT,
      identity: settings.BACKUP_IDENTITY,
    },
    s3: readS3Settings(settings),
    imageCacheBytes: settings.IMAGE_CACHE_MB * 1024 * 1024,
    importBytes: settings.IMPORT_MB * 1024 * 1024,
    siteUrl: getSiteUrl(settings),
    /** Origin of the staff area, without a trailing slash: its own origin if set, or else the site's. Used for links in emails and for passkeys. */
    staffUrl: getStaffUrl(settings),
    linkCheckHour: settings.LINK_CHECK_HOUR === 'off' ? null : Number(settings.LINK_CHECK_HOUR),
    mail: readMailSettings(settings),
    applicationNoticeTo: settings.APPLICATION_NOTICE_TO,
  };
};

export type Environment = Readonly<ReturnType<typeof parseEnvironment>>;
