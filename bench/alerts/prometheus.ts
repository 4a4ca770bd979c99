import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createBackgroundProcess } from '@site/scripts/background-process';
import { installDebianPackage } from '@site/scripts/debian-package';
import { findFreePort } from '@site/scripts/free-port';
import { root } from '@site/scripts/parts';
import { pause } from '../measuring.ts';

const PROGRAM = '/usr/bin/prometheus';
const MONITORING = join(root, 'deploy/monitoring');
const SCRAPE_INTERVAL = '2500ms';
const POLL_MS = 250;

/** Replaces the windows in the rules, which are minutes long. It must span several scrapes. */
const WINDOW = '15s';
const AGE_LIMIT_SECONDS = 5;

interface Alerts {
  readonly alerts: readonly { readonly labels: { readonly alertname: string }; readonly state: string }[];
}
interface QueryResult {
  readonly result: readonly { readonly value: readonly [time: number, value: string] }[];
}
interface Dashboard {
  readonly panels: readonly { readonly title: string; readonly targets: readonly { readonly expr: string }[] }[];
}

/** Shortens the durations in the rules, and the age limits for the revision and the scheduler. Other thresholds stay the same. */
const shortenDurations = (rules: string): string =>
  rules
    .replaceAll(/\[\d+m\]/g, `[${WINDOW}]`)
    .replaceAll(/for: \d+m/g, 'for: 1s')
    .replaceAll(/((?:revision|scheduler)_age_seconds > )\d+/g, `$1${AGE_LIMIT_SECONDS}`);

export const listAlerts = (): string[] => [...readFileSync(join(MONITORING, 'alerts.yml'), 'utf8').matchAll(/- alert: (\w+)/g)].map(([, name = '']) => name);

export interface Target {
  readonly job: 'host' | 'provider';
  readonly port: number;
}

/** Starts Debian's Prometheus with the rules from `deploy/monitoring` and a scrape interval of 2.5 s. Returns undefined if it cannot be installed. */
export const startPrometheus = async (folder: string, metricsToken: string) => {
  if (!existsSync(PROGRAM)) installDebianPackage('prometheus', 'for the drill');
  if (!existsSync(PROGRAM)) return undefined;
  const port = await findFreePort();
  const targetFile = join(folder, 'targets.json');
  const setTargets = (targets: readonly Target[]): void =>
    writeFileSync(targetFile, JSON.stringify(targets.map(({ job, port: target }) => ({ targets: [`127.0.0.1:${target}`], labels: { job } }))));
  setTargets([]);
  writeFileSync(join(folder, 'alerts.yml'), shortenDurations(readFileSync(join(MONITORING, 'alerts.yml'), 'utf8')));
  writeFileSync(
    join(folder, 'prometheus.yml'),
    JSON.stringify({
      global: { scrape_interval: SCRAPE_INTERVAL, scrape_timeout: SCRAPE_INTERVAL, evaluation_interval: '1s' },
      rule_files: ['alerts.yml'],
      scrape_configs: [
        { job_name: 'site', authorization: { credentials: metricsToken }, file_sd_configs: [{ files: ['targets.json'], refresh_interval: '1s' }] },
      ],
    }),
  );
  const prometheus = createBackgroundProcess({
    command: PROGRAM,
    args: [
      `--config.file=${join(folder, 'prometheus.yml')}`,
      `--storage.tsdb.path=${join(folder, 'tsdb')}`,
      `--web.listen-address=127.0.0.1:${port}`,
      '--query.lookback-delta=8s',
    ],
    port,
  });
  await prometheus.start();

  const ask = async <Data>(path: string): Promise<Data> => {
    const { data }: { readonly data: Data } = await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json();
    return data;
  };
  const isFiring = async (name: string): Promise<boolean> =>
    (await ask<Alerts>('alerts')).alerts.some(({ labels, state }) => labels.alertname === name && state === 'firing');

  return {
    setTargets,
    /** Resolves with the number of seconds until the alert fires or stops firing, or with undefined after `limitSeconds`. */
    waitFor: async (name: string, shouldFire: boolean, limitSeconds: number): Promise<number | undefined> => {
      const began = performance.now();
      while ((await isFiring(name)) !== shouldFire) {
        if (performance.now() - began > limitSeconds * 1000) return undefined;
        await pause(POLL_MS);
      }
      return (performance.now() - began) / 1000;
    },
    /** Resolves with the total number of dashboard queries, and with the titles of the panels that have a query without data. */
    runDashboard: async (): Promise<{ readonly queryCount: number; readonly emptyPanels: readonly string[] }> => {
      const { panels }: Dashboard = JSON.parse(readFileSync(join(MONITORING, 'dashboard.json'), 'utf8'));
      const targets = panels.flatMap(({ title, targets: queries }) =>
        queries.map(({ expr }) => ({ title, expr: expr.replaceAll('$__rate_interval', WINDOW) })),
      );
      const emptyPanels: string[] = [];
      for (const { title, expr } of targets) {
        const { result } = await ask<QueryResult>(`query?query=${encodeURIComponent(expr)}`);
        if (!result.some(({ value: [, number] }) => Number.isFinite(Number(number)))) emptyPanels.push(title);
      }
      return { queryCount: targets.length, emptyPanels };
    },
    stop: () => prometheus.end('SIGTERM'),
  };
};
export type Prometheus = NonNullable<Awaited<ReturnType<typeof startPrometheus>>>;
