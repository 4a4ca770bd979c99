import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type BackgroundProcess, createBackgroundProcess } from './background-process.ts';
import { installDebianPackage } from './debian-package.ts';
import { findFreePort } from './free-port.ts';
import { root } from './parts.ts';
import { type PostgresServer, startPostgres } from './postgres.ts';
import { type RunningServer, startHost, startProvider } from './servers.ts';

const NGINX = '/usr/sbin/nginx';
const BUCKET = 'images';
const OBJECT_STORE_KEY = 'S3RVER';
const ADMIN = { email: 'admin@site.example', password: 'a password for measuring' };
const KEYS = Object.fromEntries(
  ['JWT_SECRET', 'IMAGE_KEY', 'AUDIT_KEY', 'DATA_KEY'].map((name) => [name, `${name} of the machines of one site`.padEnd(40, '.')]),
);

/** One of several identical servers, always on the same port. */
export interface Instance {
  readonly name: string;
  readonly url: string;
  current(): RunningServer;
  /** Restarts the server after `stop` or `kill`, optionally from another checkout. */
  start(checkout?: string): Promise<void>;
  stop(): Promise<void>;
  kill(): Promise<void>;
}

export interface Topology {
  readonly url: string;
  readonly urls: readonly string[];
  readonly hosts: readonly Instance[];
  readonly providers: readonly Instance[];
  readonly proxies: readonly BackgroundProcess[];
  readonly innerProxy: BackgroundProcess;
  readonly database: PostgresServer;
  readonly objectStore: BackgroundProcess;
  readonly admin: typeof ADMIN;
  stop(): Promise<void>;
}

interface TopologyOptions {
  /** Data folder with published remotes, which is copied. Not needed for packages, which contain their remotes. */
  readonly dataFolder?: string;
  readonly hosts?: number;
  readonly providers?: number;
  readonly proxies?: number;
  readonly hostEnv?: Readonly<Record<string, string>>;
  readonly providerEnv?: Readonly<Record<string, string>>;
  /** Built checkout or unpacked packages to start the servers from at first. Default: this checkout. */
  readonly checkout?: string;
  /** If true, acknowledged writes survive a database crash. */
  readonly isDurable?: boolean;
}

/** Returns why a topology cannot be started here, if there is a reason. Installs nginx where Debian's packages are available. */
export const findMissingProgram = (): string | undefined => {
  if (!existsSync(NGINX)) installDebianPackage('nginx-light', 'for the tests with several servers');
  return existsSync(NGINX) ? undefined : 'nginx is missing, and could not be installed (Debian: apt-get install nginx-light)';
};

/** Lists each server twice, the second time as a backup, as the nginx template requires. */
const toServers = (servers: readonly number[]): string =>
  ['max_fails=1 fail_timeout=1s', 'backup max_fails=0'].flatMap((options) => servers.map((port) => `server 127.0.0.1:${port} ${options};`)).join(' ');

interface Ports {
  readonly public: number;
  readonly provider: number;
  readonly hosts: readonly number[];
  readonly providers: readonly number[];
}

const createProxy = (folder: string, ports: Ports): BackgroundProcess => {
  mkdirSync(folder, { recursive: true });
  const values: Readonly<Record<string, string>> = {
    PUBLIC_LISTEN: `127.0.0.1:${ports.public}`,
    PUBLIC_TLS: '',
    PUBLIC_SCHEME: '$scheme',
    PROVIDER_LISTEN: `127.0.0.1:${ports.provider}`,
    HOST_SERVERS: toServers(ports.hosts),
    PROVIDER_SERVERS: toServers(ports.providers),
    NGINX_FOLDER: folder,
  };
  const template = readFileSync(join(root, 'deploy/nginx.conf.template'), 'utf8');
  const config = join(folder, 'nginx.conf');
  writeFileSync(
    config,
    template.replace(/\$\{([A-Z_]+)\}/g, (_name, name: string) => values[name] ?? ''),
  );
  // nginx workers must run as the owner of the folder. The directive has an effect only if nginx is started as root.
  const user = process.getuid?.() === 0 ? 'user root;' : '';
  return createBackgroundProcess({ command: NGINX, args: ['-c', config, '-p', folder, '-g', `daemon off; ${user}`], port: ports.public });
};

const createInstance = (name: string, port: number, launch: (checkout: string | undefined) => Promise<RunningServer>): Instance => {
  let running: RunningServer | undefined;
  return {
    name,
    url: `http://127.0.0.1:${port}`,
    current: () => {
      if (running === undefined) throw new Error(`${name} was not started.`);
      return running;
    },
    start: async (checkout) => {
      running = await launch(checkout);
    },
    stop: async () => running?.stop(),
    kill: async () => running?.kill(),
  };
};

const findPorts = async (count: number): Promise<number[]> => {
  const ports = new Set<number>();
  while (ports.size < count) ports.add(await findFreePort());
  return [...ports];
};

/**
 * Runs the site as if it were deployed on several machines, as processes on free local ports: public proxies → hosts → a proxy → providers → PostgreSQL and an
 * S3-compatible server. Each provider has its own data folder. The hosts share the folder with releases and keys. Throws if a program is missing.
 */
export const startTopology = async (options: TopologyOptions): Promise<Topology> => {
  const {
    dataFolder,
    hosts: hostCount = 2,
    providers: providerCount = 2,
    proxies: proxyCount = 1,
    hostEnv,
    providerEnv,
    checkout,
    isDurable = false,
  } = options;
  const missing = findMissingProgram();
  if (missing !== undefined) throw new Error(missing);
  const database = await startPostgres({ isFast: !isDurable });
  if (database === undefined) throw new Error('PostgreSQL is missing, and could not be installed (Debian: apt-get install postgresql)');
  const folder = mkdtempSync(join(tmpdir(), 'topology-'));
  const processes: BackgroundProcess[] = [];
  const instances: Instance[] = [];
  const stop = async (): Promise<void> => {
    // Kill the servers instead of draining them, because their data is about to be deleted.
    await Promise.all(instances.map(({ kill }) => kill()));
    await Promise.all(processes.map(({ end }) => end()));
    await database.remove();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const [objectStorePort = 0, providerPort = 0, ...ports] = await findPorts(3 + hostCount + providerCount + 2 * proxyCount);
    const hostPorts = ports.splice(0, hostCount);
    const providerPorts = ports.splice(0, providerCount);
    const run = async (backgroundProcess: BackgroundProcess): Promise<BackgroundProcess> => {
      processes.push(backgroundProcess);
      await backgroundProcess.start();
      return backgroundProcess;
    };
    const store = join(folder, 'objects');
    mkdirSync(store);
    const objectStore = await run(
      createBackgroundProcess({
        command: process.execPath,
        args: [join(import.meta.dirname, 'object-store-server.cjs'), String(objectStorePort), store, BUCKET],
        port: objectStorePort,
      }),
    );

    const sharedFolder = join(folder, 'hosts');
    if (dataFolder !== undefined) cpSync(dataFolder, sharedFolder, { recursive: true, filter: (path) => !/\/(provider\.db.*|uploads|derived)$/.test(path) });
    const toProvider = (port: number, index: number): Instance =>
      createInstance(`provider ${index + 1}`, port, (from = checkout) =>
        startProvider({
          dataFolder: join(folder, `provider-${index + 1}`),
          port,
          ...(from === undefined ? {} : { checkout: from }),
          env: {
            LOG_LEVEL: 'error',
            DATABASE_URL: database.url,
            ADMIN_EMAIL: ADMIN.email,
            ADMIN_PASSWORD: ADMIN.password,
            ...KEYS,
            S3_ENDPOINT: `http://127.0.0.1:${objectStorePort}`,
            S3_BUCKET: BUCKET,
            S3_ACCESS_KEY_ID: OBJECT_STORE_KEY,
            S3_SECRET_ACCESS_KEY: OBJECT_STORE_KEY,
            ...providerEnv,
          },
        }),
      );
    const toHost = (port: number, index: number): Instance =>
      createInstance(`host ${index + 1}`, port, (from = checkout) =>
        startHost({
          dataFolder: sharedFolder,
          port,
          providerUrl: `http://127.0.0.1:${providerPort}`,
          ...(from === undefined ? {} : { checkout: from }),
          env: { LOG_LEVEL: 'error', TRUST_PROXY: 'loopback', ...hostEnv },
        }),
      );
    const providers = providerPorts.map(toProvider);
    const hosts = hostPorts.map(toHost);
    instances.push(...providers, ...hosts);

    const upstreams = { hosts: hostPorts, providers: providerPorts };
    const innerProxy = await run(createProxy(join(folder, 'inner-proxy'), { ...upstreams, public: ports.pop() ?? 0, provider: providerPort }));
    // Start one provider first, because the first start creates the tables, the account and the sample content.
    await providers[0]?.start();
    await Promise.all([...providers.slice(1), ...hosts].map(({ start }) => start()));
    const proxies: BackgroundProcess[] = [];
    while (proxies.length < proxyCount) {
      const proxy = createProxy(join(folder, `proxy-${proxies.length + 1}`), { ...upstreams, public: ports.pop() ?? 0, provider: ports.pop() ?? 0 });
      proxies.push(await run(proxy));
    }
    const urls = proxies.map(({ port }) => `http://127.0.0.1:${port}`);
    return { url: urls[0] ?? '', urls, hosts, providers, proxies, innerProxy, database, objectStore, admin: ADMIN, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
