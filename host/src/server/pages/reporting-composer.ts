import { NO_TRACING, type Tracing } from '@site/shared/domain/tracing';
import type { PostedForm } from '../isolation/protocol.ts';
import type { CanaryMonitor } from '../monitoring/canary-monitor.ts';
import type { RecordFault } from '../monitoring/faults.ts';
import type { Metrics } from '../monitoring/metrics.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import type { ComposePage, Composition } from '../rendering/compose-page.ts';
import { type ComposedResponseOptions, createComposedResponses } from './composed-response.ts';
import type { PageContext } from './page-context.ts';
import type { PageResponse } from './page-response.ts';

export interface ReportingComposerOptions extends ComposedResponseOptions {
  readonly composePage: ComposePage;
  readonly recordFault: RecordFault;
  readonly monitor: Pick<CanaryMonitor, 'countRender'>;
  readonly metrics: Pick<Metrics, 'observeComposition'>;
  readonly tracing?: Tracing;
}

/** Builds the URL from its parts, because `//elsewhere/x` is a path here and must not be parsed as another origin. */
const toPageUrl = (siteUrl: string, path: string, search: string): string => {
  const url = new URL(siteUrl);
  url.pathname = path;
  url.search = search;
  return url.href;
};

const listBundles = ({ owner }: PageContext): readonly ServerBundle[] | undefined => (owner === null ? [] : owner?.usableVersions.map(({ bundle }) => bundle));

interface PageComposition {
  readonly page: PageResponse;
  readonly data: Composition['data'];
}

/** Creates the function that composes a page, and reports its faults and its duration. */
export const createReportingComposer = ({ composePage, recordFault, monitor, metrics, tracing = NO_TRACING, ...options }: ReportingComposerOptions) => {
  const responses = createComposedResponses(options);

  /**
   * Counts a fault only if another version delivered the same page. If no version can render a page, for example at an invented URL, this is no evidence
   * against any of them.
   */
  const countRenders = (deliveredBundle: ServerBundle | undefined, faults: Composition['faults']): void => {
    if (deliveredBundle === undefined || faults.some(({ bundle }) => bundle.version === deliveredBundle.version)) return;
    for (const { bundle } of faults) monitor.countRender(bundle.remote, bundle.version, true);
    monitor.countRender(deliveredBundle.remote, deliveredBundle.version, false);
  };

  const recordFaults = ({ visit, url: { path }, trace }: PageContext, { faults, response }: Composition): void => {
    // The failed page's log line contains the reason.
    const isLogged = response.status < 500;
    for (const {
      bundle: { remote, version },
      message,
    } of faults)
      recordFault({ kind: 'server', remote, version, set: visit.set.browserSet.id, message, path, requestId: trace?.requestId }, { isLogged });
  };

  const compose = async (context: PageContext, search: string, form?: PostedForm): Promise<PageComposition> => {
    const { visit, url, owner, trace, visitor } = context;
    const versions = listBundles(context);
    const startedAt = performance.now();
    const span = trace === undefined ? undefined : tracing.startSpan('compose page', 'internal', trace);
    const composition = await composePage({
      path: url.path,
      url: toPageUrl(options.site.siteUrl, url.path, search),
      links: responses.getSiteDocument(visit.set.browserSet).site.exploreLinks,
      versions,
      visitor,
      trace: span?.context,
      ...(form === undefined ? {} : { form }),
    }).finally(() => span?.end());
    recordFaults(context, composition);
    if (visit.preview === undefined) {
      countRenders(versions?.[composition.used], composition.faults);
      metrics.observeComposition(owner?.release.remote ?? 'none', (performance.now() - startedAt) / 1000);
    }
    return { page: responses.create(context, search, composition), data: composition.data };
  };

  return { compose, getSiteDocument: responses.getSiteDocument };
};
export type ReportingComposer = ReturnType<typeof createReportingComposer>;
