import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { buildAndPublish, printLine } from '@site/scripts/parts';
import { type PostgresServer, startPostgres } from '@site/scripts/postgres';
import { type RunningServer, startHost } from '@site/scripts/servers';
import { type Link, startLink } from './alerts/link.ts';
import { listAlerts, type Prometheus, startPrometheus, type Target } from './alerts/prometheus.ts';
import { createReport, pause, runManageCommand, startMeasuredProvider } from './measuring.ts';

const METRICS_TOKEN = 'a token of the drill';
const JWT_SECRET = 'a secret that only this drill uses, forty';
const FIRE_LIMIT_SECONDS = 60;
const RESOLVE_LIMIT_SECONDS = 90;
const VISIT_INTERVAL_MS = 400;
/** Maximum number of concurrent visits. Any more would queue up during a freeze and delay everything after it. */
const MAX_VISITS = 12;
const CALL_TIMEOUT_MS = 8_000;
const SLOW_PROVIDER_MS = 1_200;
const SLOW_DATABASE_MS = 500;
const CALL_COUNT = 200;
const STATEMENT_COUNT = 30;
const REPORT_COUNT = 60;
const REMOTE = 'gallery';
const CLOCK_AHEAD_SCRIPT = join(import.meta.dirname, 'alerts/clock-ahead.cjs');

interface Drill {
  readonly dataFolder: string;
  readonly host: RunningServer;
  readonly provider: RunningServer;
  /** TCP proxies between the host and the provider, and between the provider and the database. */
  readonly links: { readonly provider: Link; readonly database: Link };
  readonly prometheus: Prometheus;
  readonly database: PostgresServer;
  startHost(dataFolder: string): Promise<RunningServer>;
  startProvider(env: Readonly<Record<string, string>>): Promise<RunningServer>;
  addServer(job: Target['job'], server: RunningServer): () => Promise<void>;
  backUp(): Promise<void>;
}

type FaultInjection = (drill: Drill) => Promise<() => Promise<void> | void>;

let visit = 0;
/** Sends a request. Failures are ignored because the drill causes them on purpose. */
const call = async (url: string, init: RequestInit = {}): Promise<void> => {
  const response = await fetch(url, { ...init, signal: AbortSignal.timeout(CALL_TIMEOUT_MS) }).catch(() => undefined);
  await response?.arrayBuffer().catch(() => undefined);
};
const toUncachedUrl = (url: string, path: string): string => {
  visit += 1;
  return `${url}${path}${path.includes('?') ? '&' : '?'}page=${visit}`;
};

const repeat = (intervalMs: number, act: () => unknown): (() => void) => {
  const timer = setInterval(act, intervalMs);
  return () => clearInterval(timer);
};

const freeze =
  (choose: (drill: Drill) => RunningServer): FaultInjection =>
  async (drill) => {
    const { pid } = choose(drill);
    process.kill(pid, 'SIGSTOP');
    return () => void process.kill(pid, 'SIGCONT');
  };

/** Returns the ids of the host's child processes, including the programs that set up their namespaces. */
const listRemoteProcesses = ({ pid }: RunningServer): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

const killRemoteProcesses: FaultInjection = async ({ host }) =>
  repeat(300, () => {
    for (const pid of listRemoteProcesses(host)) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // The process has already exited.
      }
    }
  });

const cutProvider: FaultInjection = async ({ links }) => {
  links.provider.cut();
  return () => links.provider.delay(0);
};
const cutDatabase: FaultInjection = async ({ links }) => {
  links.database.cut();
  return () => links.database.delay(0);
};

const slowDatabase =
  (milliseconds: number, calls: number): FaultInjection =>
  async ({ links, provider }) => {
    links.database.delay(milliseconds);
    const stop = repeat(1000, () => {
      for (let index = 0; index < calls; index += 1) void call(toUncachedUrl(provider.url, '/api/posts?limit=3'));
    });
    return () => {
      stop();
      links.database.delay(0);
    };
  };

const slowProvider =
  (calls: number): FaultInjection =>
  async ({ links, host }) => {
    links.provider.delay(SLOW_PROVIDER_MS);
    const stop = repeat(1000, () => {
      for (let index = 0; index < calls; index += 1)
        void call(toUncachedUrl(host.url, '/api/posts?limit=3'), { headers: { 'x-forwarded-for': `203.0.113.${index}` } });
    });
    return () => {
      stop();
      links.provider.delay(0);
    };
  };

const damageRegistry: FaultInjection = async ({ dataFolder }) => {
  const registry = join(dataFolder, 'releases/registry');
  cpSync(registry, `${registry}-intact`, { recursive: true });
  truncateSync(join(registry, readdirSync(registry).sort().at(-1) ?? ''), 30);
  return () => {
    rmSync(registry, { recursive: true });
    renameSync(`${registry}-intact`, registry);
  };
};

const damageRemote: FaultInjection = async ({ dataFolder, startHost: start, addServer }) => {
  const copy = mkdtempSync(join(tmpdir(), 'alerts-host-'));
  cpSync(dataFolder, copy, { recursive: true });
  const versions = join(copy, 'releases', REMOTE);
  for (const version of readdirSync(versions)) rmSync(join(versions, version, 'server'), { recursive: true, force: true });
  const end = addServer('host', await start(copy));
  return async () => {
    await end();
    rmSync(copy, { recursive: true });
  };
};

const reportFaults: FaultInjection = async ({ host }) => {
  const set: { id: string; remotes: Record<string, { versions: { version: string }[] }> } = await (await fetch(`${host.url}/release-set.json`)).json();
  const version = set.remotes[REMOTE]?.versions[0]?.version;
  const fault = { kind: 'error', remote: REMOTE, version, set: set.id, message: 'a fault of the drill', path: `/${REMOTE}` };
  let sent = 0;
  const stop = repeat(50, () => {
    if (sent < REPORT_COUNT)
      void call(`${host.url}/reports`, { method: 'POST', headers: { 'content-type': 'application/json', origin: host.url }, body: JSON.stringify(fault) });
    sent += 1;
  });
  return stop;
};

const pauseRepeatedly: FaultInjection = async ({ provider: { pid } }) =>
  repeat(400, () => {
    process.kill(pid, 'SIGSTOP');
    setTimeout(() => process.kill(pid, 'SIGCONT'), 300);
  });

const breakStorage: FaultInjection = async ({ dataFolder, provider }) => {
  const folder = join(dataFolder, 'derived');
  mkdirSync(folder, { recursive: true });
  renameSync(folder, `${folder}-intact`);
  writeFileSync(folder, '');
  const [image = ''] = /\/img\/upload\/[^"]+/.exec(await (await fetch(`${provider.url}/api/gallery`)).text()) ?? [];
  const stop = repeat(1000, () => call(provider.url + image.replace('/upload/', '/upload/w_320,f_jpg/')));
  return () => {
    stop();
    rmSync(folder);
    renameSync(`${folder}-intact`, folder);
  };
};

const setClock: FaultInjection = async ({ startProvider, addServer }) =>
  addServer('provider', await startProvider({ NODE_OPTIONS: `--require ${CLOCK_AHEAD_SCRIPT}` }));

const deleteBackupRecords: FaultInjection = async ({ database, backUp }) => {
  database.run('delete from backups');
  return backUp;
};

/** The fault that each drill injects and the alerts that it must trigger. */
const DRILLS: readonly { readonly alerts: readonly string[]; readonly breakSite: FaultInjection }[] = [
  { alerts: ['HostDown'], breakSite: freeze(({ host }) => host) },
  { alerts: ['ProviderDown'], breakSite: freeze(({ provider }) => provider) },
  { alerts: ['PagesFailing', 'RenderProcessesEnding'], breakSite: killRemoteProcesses },
  { alerts: ['PagesSlow'], breakSite: slowProvider(0) },
  { alerts: ['ContentUnknown'], breakSite: cutProvider },
  { alerts: ['ProxyQueueLong'], breakSite: slowProvider(CALL_COUNT) },
  { alerts: ['RegistryNotUsable'], breakSite: damageRegistry },
  { alerts: ['RemoteUnavailable'], breakSite: damageRemote },
  { alerts: ['RemoteFaults'], breakSite: reportFaults },
  { alerts: ['EventLoopBlocked'], breakSite: pauseRepeatedly },
  { alerts: ['ProviderFailing', 'DatabaseUnreachable', 'SchedulerLate'], breakSite: cutDatabase },
  { alerts: ['DatabaseSlow', 'DatabaseConnectionsExhausted'], breakSite: slowDatabase(SLOW_DATABASE_MS, STATEMENT_COUNT) },
  { alerts: ['StorageFailing'], breakSite: breakStorage },
  { alerts: ['ClockOffset'], breakSite: setClock },
  { alerts: ['BackupOverdue'], breakSite: deleteBackupRecords },
];

/** Simulates visitors. Some of their URLs are not cached on the host yet. */
const startVisits = (host: RunningServer, provider: RunningServer): (() => void) => {
  const paths = ['/', '/news', '/events', `/${REMOTE}`, '/nothing'];
  let inFlight = 0;
  const visitUrl = async (url: string): Promise<void> => {
    if (inFlight >= MAX_VISITS) return;
    inFlight += 1;
    await call(url);
    inFlight -= 1;
  };
  return repeat(VISIT_INTERVAL_MS, () => {
    void visitUrl(`${host.url}${paths[visit % paths.length]}`);
    void visitUrl(toUncachedUrl(host.url, '/news'));
    void visitUrl(toUncachedUrl(provider.url, '/api/posts?limit=3'));
  });
};

const describeSeconds = (seconds: number | undefined): string => (seconds === undefined ? 'not in time' : `${seconds.toFixed(1)} s`);

const drill = async (dataFolder: string, report: ReturnType<typeof createReport>['report']): Promise<void> => {
  const cleanUpSteps: (() => unknown)[] = [];
  try {
    const postgres = await startPostgres({ isFast: true });
    if (postgres !== undefined) cleanUpSteps.push(postgres.remove);
    const prometheus = await startPrometheus(mkdtempSync(join(dataFolder, 'prometheus-')), METRICS_TOKEN);
    if (prometheus !== undefined) cleanUpSteps.push(prometheus.stop);
    if (postgres === undefined || prometheus === undefined) {
      report('PostgreSQL and Prometheus', 'missing, and cannot be installed', false);
      return;
    }
    const database = await startLink(Number(new URL(postgres.url).port));
    cleanUpSteps.push(database.close);
    const databaseUrl = new URL(postgres.url);
    databaseUrl.port = String(database.port);
    const providerEnv = { DATABASE_URL: databaseUrl.href, JWT_SECRET };
    const provider = await startMeasuredProvider(dataFolder, providerEnv);
    cleanUpSteps.push(provider.kill);
    const link = await startLink(provider.port);
    cleanUpSteps.push(link.close);
    const hostOptions = { providerUrl: `http://127.0.0.1:${link.port}`, env: { METRICS_TOKEN, LOG_LEVEL: 'silent', TRUST_PROXY: 'loopback' } };
    const host = await startHost({ ...hostOptions, dataFolder });
    cleanUpSteps.push(host.kill);
    const targets = [{ job: 'host', port: host.port } as const, { job: 'provider', port: provider.port } as const];
    prometheus.setTargets(targets);
    cleanUpSteps.push(startVisits(host, provider));

    const addServer = (job: Target['job'], server: RunningServer): (() => Promise<void>) => {
      prometheus.setTargets([...targets, { job, port: server.port }]);
      return async () => {
        prometheus.setTargets(targets);
        await server.kill();
      };
    };
    const backUp = async (): Promise<void> => {
      const folder = join(mkdtempSync(join(tmpdir(), 'alerts-backup-')), 'backup');
      await runManageCommand({ DATA_DIR: dataFolder, DATABASE_URL: postgres.url, JWT_SECRET }, 'backup', folder);
      rmSync(dirname(folder), { recursive: true });
    };
    await backUp();
    const context: Drill = {
      dataFolder,
      host,
      provider,
      links: { provider: link, database },
      prometheus,
      database: postgres,
      startHost: (folder) => startHost({ ...hostOptions, dataFolder: folder }),
      startProvider: (env) => startMeasuredProvider(dataFolder, { ...providerEnv, ...env }),
      addServer,
      backUp,
    };
    const chosenAlerts = new Set(process.env.BENCH_PARTS?.split(' ') ?? listAlerts());
    const drills = DRILLS.map(({ alerts, breakSite }) => ({ alerts: alerts.filter((name) => chosenAlerts.delete(name)), breakSite }));
    for (const name of chosenAlerts) report(name, 'no drill makes it fire', false);
    for (const { alerts, breakSite } of drills.filter((each) => each.alerts.length > 0)) {
      const waitForAll = (isFiring: boolean, limitSeconds: number) => Promise.all(alerts.map((name) => prometheus.waitFor(name, isFiring, limitSeconds)));
      const initialSeconds = await waitForAll(false, RESOLVE_LIMIT_SECONDS);
      const repair = await breakSite(context);
      const firingSeconds = await waitForAll(true, FIRE_LIMIT_SECONDS);
      await repair();
      const resolvedSeconds = await waitForAll(false, RESOLVE_LIMIT_SECONDS);
      for (const [index, name] of alerts.entries())
        report(
          name,
          `fired after ${describeSeconds(firingSeconds[index])}, resolved ${describeSeconds(resolvedSeconds[index])} after it was fixed`,
          [initialSeconds, firingSeconds, resolvedSeconds].every((each) => each[index] !== undefined),
        );
    }
    await pause(5_000);
    const { queryCount, emptyPanels } = await prometheus.runDashboard();
    report(`${queryCount} dashboard queries`, emptyPanels.length === 0 ? 'all have data' : `without data: ${emptyPanels.join(', ')}`, emptyPanels.length === 0);
  } finally {
    for (const end of cleanUpSteps.reverse()) await end();
  }
};

/** Breaks a running site once for each alert in `deploy/monitoring`, and runs the dashboard's queries. */
export const measure = async (): Promise<boolean> => {
  const { report, allHeld } = createReport();
  const dataFolder = mkdtempSync(join(tmpdir(), 'alerts-'));
  try {
    await buildAndPublish({ folder: dataFolder });
    printLine('This drill shortens the times in the rules.');
    await drill(dataFolder, report);
  } finally {
    rmSync(dataFolder, { recursive: true, force: true });
  }
  return allHeld();
};
