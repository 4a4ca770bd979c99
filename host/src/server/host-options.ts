import type { S3Settings } from '@site/releases/s3-settings';
import type { SiteConfig } from '@site/shared/contracts/site';
import type { RemoteUser } from './isolation/launcher.ts';

export interface HostOptions {
  /** The site's configuration, with the staff and preview origins, if the site has them. */
  readonly site: SiteConfig;
  readonly providerUrl: string;
  readonly dataFolder: string;
  /** Object store for the releases. Default: the data folder. */
  readonly releasesS3?: S3Settings | undefined;
  /** How long the store keeps versions that are no longer served. */
  readonly retentionDays: number;
  /** The host's build. Browsers get the files in its `browser` folder. */
  readonly distFolder: string;
  readonly publicFolder: string;
  readonly logLevel: string;
  /** Whether every response is logged. */
  readonly hasAccessLog?: boolean;
  /** URL of an OpenTelemetry collector. Default: no traces. */
  readonly tracesUrl?: string | undefined;
  /** IP addresses and ranges of the proxies whose `X-Forwarded-For` is trusted. */
  readonly trustProxy?: false | string;
  /** Bearer token for `/metrics`. Without a token, the path does not exist. */
  readonly metricsToken?: string | undefined;
  /** Compiled program of the remotes' processes. */
  readonly remoteProgram: string;
  /** Compiled program that examines the server bundles of uploaded releases. */
  readonly releaseProbe: string;
  /** `none` disables the operating system's barrier around remotes, which is otherwise used if available. */
  readonly remoteBarrier?: 'auto' | 'none';
  /** User that runs the remotes' processes. Default: the host's user. */
  readonly remoteUser?: RemoteUser | undefined;
  /** See `PageData`. For `npm run dev` only. */
  readonly reloadsPages?: boolean;
  /** If false, browsers unregister the service worker. */
  readonly hasWorker?: boolean;
  /** Called with every route, for example `GET /path`. */
  readonly onRoute?: (route: string) => void;
}
