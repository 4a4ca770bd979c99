import { resolve } from 'node:path';
import { DEFAULT_RETENTION_DAYS, retentionDays } from '@site/releases/retention';
import { readS3Settings, type S3Settings } from '@site/releases/s3-settings';
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
  setting,
} from '@site/shared/domain/environment';
import * as v from 'valibot';

/** Validates a URL that is only an origin, because a path would be silently ignored. */
const origin = v.pipe(
  httpUrl,
  v.check(
    (value) => new URL(value).href === `${new URL(value).origin}/`,
    'must be an address without path, query and credentials, such as http://127.0.0.1:4000',
  ),
  v.transform((value) => new URL(value).origin),
);

/** Every setting of the host, except the object store's. */
export const hostSettings = v.object({
  PORT: setting(v.optional(portNumber, '3000'), { meaning: 'the port to listen on' }),
  HOST: setting(v.optional(listenAddress, '::'), {
    meaning: 'the address to listen on: `::` is every address of the machine, IPv6 and IPv4; `127.0.0.1` behind a reverse proxy on the same machine',
  }),
  PROVIDER_URL: setting(v.optional(origin, 'http://127.0.0.1:4000'), {
    meaning: 'address of a server that implements [the API](contracts/api.md), without `/api` or another path',
  }),
  DATA_DIR: setting(v.optional(v.string()), {
    meaning:
      'contains the keys, and the release store or the cache of the object store; a relative path is resolved against the working directory. The program must be able to write to it',
    without: "`data` in the project's folder",
  }),
  RETENTION_DAYS: setting(v.optional(retentionDays, DEFAULT_RETENTION_DAYS), {
    meaning: 'how long versions that are no longer served stay in the store, in days ([retention](contracts/registry.md#retention))',
  }),
  SITE_CONFIG: setting(v.optional(v.string()), {
    meaning:
      'names, links and contact details of the organisation ([fields](../shared/src/contracts/site.ts)); its `siteUrl` is the origin in canonical links, feeds and the sitemap, on `http://localhost` with the port of `PORT`',
    without: '`host/site.config.json`',
  }),
  SITE_URL: setting(v.optional(httpUrl), {
    meaning: "the public address of the site: the provider's setting of the same name, and here in place of `siteUrl`",
    without: '`siteUrl` of `SITE_CONFIG`',
  }),
  STAFF_URL: setting(v.optional(origin), {
    meaning:
      'the URL where staff sign in, such as `https://staff.example.org`, with a separate host name ([why](decisions/083-staff-have-an-origin.md)). A packaged site on https requires it; the URL of the site serves everything from one origin',
    without: "the site's own",
  }),
  PREVIEW_URL: setting(v.optional(origin), {
    meaning:
      'the address where unreleased versions, canaries and drafts are shown to staff, without a session, such as `https://preview.example.org`; with a separate host name',
    without: "the site's own",
  }),
  TRUST_PROXY: setting(v.optional(trustedProxies), {
    meaning:
      'addresses or ranges of reverse proxies (`loopback`, `10.0.0.0/8` …) whose `X-Forwarded-For` is trusted; without it all visitors behind a proxy share one rate limit. Limits count an IPv6 `/64` as one address',
  }),
  REMOTE_USER: setting(
    v.optional(
      v.pipe(
        v.string(),
        v.regex(/^\d+:\d+$/, 'must be the numbers of a user and a group, such as 65534:65534'),
        v.transform((value) => value.split(':').map(Number)),
        v.transform(([uid = 0, gid = 0]) => ({ uid, gid })),
      ),
    ),
    {
      meaning:
        "`uid:gid` as which the remotes' processes run; the host must be allowed to change it. That user must be able to read `node` and `host/dist/remote-process` and nothing of `DATA_DIR`",
      without: "the host's",
    },
  ),
  REMOTE_BARRIER: setting(v.optional(v.picklist(['auto', 'none'], 'must be auto or none'), 'auto'), {
    meaning: '`none` starts those processes without namespaces, for tests',
  }),
  METRICS_TOKEN: setting(v.optional(v.pipe(v.string(), v.minLength(16, 'must have at least 16 characters'))), {
    meaning: 'bearer token for `GET /metrics`, at least 16 characters that cannot be guessed; without it the path does not exist',
    isSecret: true,
  }),
  DRAIN_SECONDS: setting(v.optional(drainSeconds, '3'), {
    meaning:
      "how long requests are still accepted after SIGTERM: longer than the load balancer's interval for `/ready` ([replacing a host](contracts/operations.md#replacing-a-host-or-a-provider))",
  }),
  SERVICE_WORKER: setting(v.optional(v.picklist(['on', 'off'], 'must be on or off'), 'on'), {
    meaning: '`off`: browsers that have the service worker, with which visitors save pages to read them without internet, unregister it and delete these pages',
  }),
  RELOAD_PAGES: setting(v.optional(v.literal('1', 'must be 1 or absent')), { meaning: '`1`, set by `npm run dev`: open pages reload after a release' }),
  LOG_LEVEL: setting(v.optional(logLevel, 'warn'), { meaning: '`fatal` … `debug`, `silent`: JSON lines on standard output' }),
  ...observationSettings,
});

export interface HostEnv {
  readonly port: number;
  /** The address to listen on; `::` means all addresses. */
  readonly host: string;
  readonly providerUrl: string;
  readonly dataFolder: string;
  readonly releasesS3: S3Settings | undefined;
  readonly retentionDays: number;
  readonly siteConfigFile: string;
  readonly siteUrl: string | undefined;
  readonly staffUrl: string | undefined;
  readonly previewUrl: string | undefined;
  readonly logLevel: string;
  readonly hasAccessLog: boolean;
  /** The address of an OpenTelemetry collector. */
  readonly tracesUrl: string | undefined;
  /** How long requests are still accepted after SIGTERM, in milliseconds. */
  readonly drainMs: number;
  readonly trustProxy: false | string;
  readonly metricsToken: string | undefined;
  readonly reloadsPages: boolean;
  readonly hasWorker: boolean;
  readonly remoteBarrier: 'auto' | 'none';
  readonly remoteUser: { readonly uid: number; readonly gid: number } | undefined;
}

/** Parses the environment once. Throws a SettingError for an invalid value. `root` is the project's folder. */
export const readEnv = (env: EnvironmentVariables, root: string): HostEnv => {
  const settings = parseSettings(hostSettings, env);
  const { PORT, HOST, PROVIDER_URL, SITE_CONFIG, LOG_LEVEL, DRAIN_SECONDS, TRUST_PROXY, METRICS_TOKEN, RELOAD_PAGES, REMOTE_BARRIER, REMOTE_USER } = settings;
  const cwd = process.cwd();
  return {
    port: PORT,
    host: HOST,
    providerUrl: PROVIDER_URL,
    dataFolder: getDataFolder(env, { root, cwd }),
    releasesS3: readS3Settings(env),
    retentionDays: settings.RETENTION_DAYS,
    siteConfigFile: SITE_CONFIG === undefined ? resolve(root, 'host/site.config.json') : resolvePath(SITE_CONFIG, env, cwd),
    siteUrl: settings.SITE_URL,
    staffUrl: settings.STAFF_URL,
    previewUrl: settings.PREVIEW_URL,
    logLevel: LOG_LEVEL,
    hasAccessLog: settings.ACCESS_LOG === '1',
    tracesUrl: settings.OTEL_EXPORTER_OTLP_ENDPOINT,
    drainMs: DRAIN_SECONDS,
    trustProxy: TRUST_PROXY ?? false,
    metricsToken: METRICS_TOKEN,
    reloadsPages: RELOAD_PAGES === '1',
    hasWorker: settings.SERVICE_WORKER === 'on',
    remoteBarrier: REMOTE_BARRIER,
    remoteUser: REMOTE_USER,
  };
};
