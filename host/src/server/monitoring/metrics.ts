import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Fault } from './faults.ts';

const BUCKETS_SECONDS = [0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** Remote and version of everything that is active, to be exposed as an info gauge. */
export type ActiveVersions = readonly (readonly [remote: string, version: string])[];

/**
 * The host's metrics for Prometheus: the process (memory, event loop), pages, faults, and which version of each remote is active.
 * Labels hold names of remotes and versions that this host has served, and never anything that a visitor sent.
 */
export const createMetrics = () => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const faults = new Counter({ name: 'host_faults_total', help: 'Faults by kind, remote and version.', labelNames: ['kind', 'remote', 'version'], registers });
  const reports = new Counter({ name: 'host_reports_total', help: 'Reports of browsers by what became of them.', labelNames: ['outcome'], registers });
  const pages = new Counter({ name: 'host_pages_total', help: 'Pages by the result of the cache: hit or miss.', labelNames: ['cache'], registers });
  const composition = new Histogram({
    name: 'host_page_composition_seconds',
    help: 'Time to compose a page, with its data, by remote.',
    labelNames: ['remote'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const restarts = new Counter({
    name: 'host_render_process_restarts_total',
    help: 'Render processes that ended and were started again, by remote.',
    labelNames: ['remote'],
    registers,
  });
  const active = new Gauge({ name: 'host_active_version', help: '1 for the active version of each remote.', labelNames: ['remote', 'version'], registers });

  return {
    contentType: registry.contentType,
    countFault: ({ kind, remote, version }: Pick<Fault, 'kind' | 'remote' | 'version'>): void => faults.inc({ kind, remote, version }),
    /** `unknown`: of a remote or version that no page can have. */
    countReport: (outcome: 'accepted' | 'unknown' | 'invalid' | 'limited'): void => reports.inc({ outcome }),
    countPage: (cache: 'hit' | 'miss'): void => pages.inc({ cache }),
    /** `remote` is `none` for pages of the host itself. */
    observeComposition: (remote: string, seconds: number): void => composition.observe({ remote }, seconds),
    countRestart: (remote: string): void => restarts.inc({ remote }),
    /** The text that Prometheus reads. */
    getText: (versions: ActiveVersions): Promise<string> => {
      active.reset();
      for (const [remote, version] of versions) active.set({ remote, version }, 1);
      return registry.metrics();
    },
  };
};
export type Metrics = ReturnType<typeof createMetrics>;
