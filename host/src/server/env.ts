import { resolve } from 'node:path';
import { DEFAULT_RETENTION_DAYS, retentionDays } from '@site/releases/retention';
import { readS3Settings, type S3Settings } from '@site/releases/s3-settings';
import { trustedProxies } from '@site/shared/domain/client-address';
import { type EnvironmentVariables, getDataFolder, httpUrl, logLevel, parseSettings, portNumber, resolvePath } from '@site/shared/domain/environment';
import * as v from 'valibot';

/** Every setting of the host. `PROVIDER_URL` does not include `/api`. */
const envSchema = v.object({
  PORT: v.optional(portNumber, '3000'),
  PROVIDER_URL: v.optional(
    v.pipe(
      httpUrl,
      v.transform((value) => new URL(value).origin),
    ),
    'http://127.0.0.1:4000',
  ),
  SITE_CONFIG: v.optional(v.string()),
  SITE_URL: v.optional(httpUrl),
  TRUST_PROXY: v.optional(trustedProxies),
  /** Set by `npm run dev`: open pages reload after a release. */
  RELOAD_PAGES: v.optional(v.literal('1', 'must be 1 or absent')),
  /** Long enough that it cannot be guessed. */
  METRICS_TOKEN: v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))),
  /** Set by tests: `none` starts the remotes' processes without the barrier of the operating system. */
  REMOTE_BARRIER: v.optional(v.picklist(['auto', 'none'], 'must be auto or none'), 'auto'),
  REMOTE_USER: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d+:\d+$/, 'must be the numbers of a user and a group, such as 65534:65534'),
      v.transform((value) => value.split(':').map(Number)),
      v.transform(([uid = 0, gid = 0]) => ({ uid, gid })),
    ),
  ),
  RETENTION_DAYS: v.optional(retentionDays, DEFAULT_RETENTION_DAYS),
  /** Longer than the interval in which the load balancer looks at `/ready`. */
  DRAIN_SECONDS: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\d{1,3}$/, 'must be a number of seconds below 1000'),
      v.transform((value) => Number(value) * 1000),
    ),
    '3',
  ),
  LOG_LEVEL: v.optional(logLevel, 'warn'),
});

export interface HostEnv {
  readonly port: number;
  readonly providerUrl: string;
  readonly dataFolder: string;
  readonly releasesS3: S3Settings | undefined;
  readonly retentionDays: number;
  readonly siteConfigFile: string;
  readonly siteUrl: string | undefined;
  readonly logLevel: string;
  /** How long requests are still accepted after SIGTERM, in milliseconds. */
  readonly drainMs: number;
  readonly trustProxy: false | string;
  readonly metricsToken: string | undefined;
  readonly reloadsPages: boolean;
  readonly remoteBarrier: 'auto' | 'none';
  readonly remoteUser: { readonly uid: number; readonly gid: number } | undefined;
}

/** Parses the environment once. Throws a SettingError for a bad value. `root` is the project's folder. */
export const readEnv = (env: EnvironmentVariables, root: string): HostEnv => {
  const settings = parseSettings(envSchema, env);
  const { PORT, PROVIDER_URL, SITE_CONFIG, LOG_LEVEL, DRAIN_SECONDS, TRUST_PROXY, METRICS_TOKEN, RELOAD_PAGES, REMOTE_BARRIER, REMOTE_USER } = settings;
  const cwd = process.cwd();
  return {
    port: PORT,
    providerUrl: PROVIDER_URL,
    dataFolder: getDataFolder(env, { root, cwd }),
    releasesS3: readS3Settings(env),
    retentionDays: settings.RETENTION_DAYS,
    siteConfigFile: SITE_CONFIG === undefined ? resolve(root, 'host/site.config.json') : resolvePath(SITE_CONFIG, env, cwd),
    siteUrl: settings.SITE_URL,
    logLevel: LOG_LEVEL,
    drainMs: DRAIN_SECONDS,
    trustProxy: TRUST_PROXY ?? false,
    metricsToken: METRICS_TOKEN,
    reloadsPages: RELOAD_PAGES === '1',
    remoteBarrier: REMOTE_BARRIER,
    remoteUser: REMOTE_USER,
  };
};
