import type { RemoteProcesses } from '../isolation/remote-processes.ts';
import type { Lanes } from '../proxy/provider-lanes.ts';
import type { ActiveSetSource } from '../remotes/active-set.ts';
import type { ContentRevision } from '../upstream/content-revision.ts';
import type { Metrics } from './metrics.ts';

interface GaugeSources {
  readonly activeSet: Pick<ActiveSetSource, 'current'>;
  /** The source of pages. Importing its type would make these folders depend on each other. */
  readonly pages: {
    getCacheSize: () => { readonly entries: number; readonly bytes: number };
    listLoads: () => readonly ({ readonly remote: string } & Readonly<Record<'running' | 'waiting', number>>)[];
  };
  readonly lanes: Lanes;
  readonly processes: Pick<RemoteProcesses, 'listLoads'>;
  readonly contentRevision: Pick<ContentRevision, 'getLast' | 'getOutage'>;
  readonly now?: () => number;
}

/** Registers the metrics that are read from the host's components on each Prometheus scrape. */
export const registerGauges = (
  metrics: Pick<Metrics, 'addGauge'>,
  { activeSet, pages, lanes, processes, contentRevision, now = Date.now }: GaugeSources,
): void => {
  const createReading = (value: number, labels: Readonly<Record<string, string>> = {}) => [{ labels, value }];
  metrics.addGauge('host_active_version', '1 for the active version of each remote.', ['remote', 'version'], () =>
    [...activeSet.current().remotes].map(([remote, { release }]) => ({ labels: { remote, version: release.version }, value: 1 })),
  );
  metrics.addGauge('host_active_set', '1 for the active release set.', ['set'], () => createReading(1, { set: activeSet.current().browserSet.id }));
  metrics.addGauge('host_unavailable_remotes', 'Remotes without a version that can be loaded.', [], () => createReading(activeSet.current().unavailable.size));
  metrics.addGauge('host_registry_current', '1 while the newest registry generation is active.', [], () =>
    createReading(activeSet.current().registry.state === 'current' ? 1 : 0),
  );
  metrics.addGauge('host_page_cache_entries', 'Pages in the cache.', [], () => createReading(pages.getCacheSize().entries));
  metrics.addGauge('host_page_cache_bytes', 'Approximate memory of the pages in the cache.', [], () => createReading(pages.getCacheSize().bytes));
  metrics.addGauge('host_page_compositions', 'Pages being composed and pages queued.', ['remote', 'state'], () =>
    pages.listLoads().flatMap(({ remote, ...load }) => Object.entries(load).map(([state, value]) => ({ labels: { remote, state }, value }))),
  );
  metrics.addGauge('host_proxy_calls', 'Calls in progress at the provider and calls queued.', ['lane', 'state'], () =>
    Object.entries(lanes).flatMap(([lane, queue]) => Object.entries(queue.getLoad()).map(([state, value]) => ({ labels: { lane, state }, value }))),
  );
  metrics.addGauge('host_render_processes', 'Processes of each remote, of all its versions.', ['remote'], () =>
    [...processes.listLoads()].map(([remote, load]) => ({ labels: { remote }, value: load.processes })),
  );
  metrics.addGauge('host_render_requests', 'Requests in the processes of each remote.', ['remote'], () =>
    [...processes.listLoads()].map(([remote, load]) => ({ labels: { remote }, value: load.requests })),
  );
  metrics.addGauge('host_content_revision', "The number of the provider's last change of content.", [], () => createReading(contentRevision.getLast()));
  metrics.addGauge('host_content_revision_age_seconds', 'Time since the provider could not be asked for the revision; 0 while it responds.', [], () => {
    const outage = contentRevision.getOutage();
    return createReading(outage === undefined ? 0 : (now() - outage.since) / 1000);
  });
};
