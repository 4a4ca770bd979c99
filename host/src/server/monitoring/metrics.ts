import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Fault } from './faults.ts';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** What visitors received: a cached page, a newly composed one, a cached one that may be out of date, a 404, a redirect, or a status of 500 or above. */
export type PageOutcome = 'cached' | 'composed' | 'stale' | 'not_found' | 'redirect' | 'failed';

/** A reading of a gauge. */
interface Reading {
  readonly labels: Readonly<Record<string, string>>;
  readonly value: number;
}

/**
 * The host's metrics for Prometheus: the process (memory, event loop), pages, faults, and the gauges that are read on each scrape (`gauges.ts`).
 * Labels contain only names of remotes and versions that this host has served, never anything that a visitor sent.
 */
export const createMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const faults = new Counter({ name: 'host_faults_total', help: 'Faults by kind, remote and version.', labelNames: ['kind', 'remote', 'version'], registers });
  const reports = new Counter({ name: 'host_reports_total', help: 'Browser reports by outcome.', labelNames: ['outcome'], registers });
  const pages = new Counter({ name: 'host_pages_total', help: 'Pages by result and remote.', labelNames: ['outcome', 'remote'], registers });
  const composition = new Histogram({
    name: 'host_page_composition_seconds',
    help: 'Time to compose a page, with its data, by remote.',
    labelNames: ['remote'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const restarts = new Counter({
    name: 'host_render_process_restarts_total',
    help: 'Restarted render processes, by remote.',
    labelNames: ['remote'],
    registers,
  });

  const readers: (() => Promise<void>)[] = [];

  return {
    contentType: registry.contentType,
    countFault: ({ kind, remote, version }: Pick<Fault, 'kind' | 'remote' | 'version'>): void => faults.inc({ kind, remote, version }),
    /** `unknown` means a remote or version that no page can have. */
    countReport: (outcome: 'accepted' | 'unknown' | 'invalid' | 'limited'): void => reports.inc({ outcome }),
    /** `remote` is `none` for the host's own pages. */
    countPage: (outcome: PageOutcome, remote: string): void => pages.inc({ outcome, remote }),
    /** `remote` is `none` for the host's own pages. */
    observeComposition: (remote: string, seconds: number): void => composition.observe({ remote }, seconds),
    countRestart: (remote: string): void => restarts.inc({ remote }),
    /** Adds a gauge that is read on each scrape. */
    addGauge: (name: string, help: string, labelNames: readonly string[], read: () => readonly Reading[] | Promise<readonly Reading[]>): void => {
      const gauge = new Gauge({ name, help, labelNames, registers });
      readers.push(async () => {
        const readings = await read();
        gauge.reset();
        for (const { labels, value } of readings) gauge.set(labels, value);
      });
    },
    /** The response to a Prometheus scrape. */
    getText: async (): Promise<string> => {
      await Promise.all(readers.map((read) => read()));
      return registry.metrics();
    },
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
