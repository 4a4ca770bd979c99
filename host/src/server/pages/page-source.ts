import type { PostedForm } from '../isolation/protocol.ts';
import type { Metrics, PageOutcome } from '../monitoring/metrics.ts';
import type { Visit } from '../remotes/visits.ts';
import type { ContentRevision, RevisionRange } from '../upstream/content-revision.ts';
import { type CompositionQueue, createCompositionQueue } from './composition-queue.ts';
import { createPageContext, type PageContext, toKey } from './page-context.ts';
import type { PageResponse } from './page-response.ts';
import { createPageStore, type FreshPage, type PageStore } from './page-store.ts';
import { createReportingComposer, type ReportingComposer, type ReportingComposerOptions } from './reporting-composer.ts';

interface PageSourceOptions extends ReportingComposerOptions {
  readonly contentRevision: Pick<ContentRevision, 'getCurrent' | 'getRange' | 'getOutage'>;
  /** Returns the visit for requests without a canary or a preview. */
  readonly getCurrentVisit: () => Visit;
  readonly metrics: Pick<Metrics, 'countPage' | 'observeComposition'>;
}

/** A page and its origin. A `stale` page is the last good one, served while the provider is unreachable. */
interface FoundPage {
  readonly page: PageResponse;
  readonly source: 'cached' | 'composed' | 'stale';
}

const getOutcome = ({ page: { status }, source }: FoundPage): PageOutcome => {
  if (status >= 500) return 'failed';
  if (status === 404) return 'not_found';
  return status >= 300 && status < 400 ? 'redirect' : source;
};

interface SharedCompositionOptions extends Pick<ReportingComposer, 'compose'> {
  readonly store: PageStore;
  readonly queue: Pick<CompositionQueue, 'run'>;
}

/** Creates the function that composes and stores a page, once for simultaneous requests. */
const createSharedComposition = ({ compose, store, queue }: SharedCompositionOptions) => {
  const inFlight = new Map<string, Promise<FreshPage>>();

  const composeFresh = async (context: PageContext, knownRevision: number | undefined): Promise<FreshPage> => {
    const { address, visit, url, owner, trace } = context;
    const pageComposition = await compose(context, address.search);
    // All queries share a static page, so it must not contain anything from one visitor's query.
    const isShared = pageComposition.page.cacheability === 'static' && address.search !== '';
    const { page, data } = isShared ? await compose({ visit, url, owner, address, trace }, '') : pageComposition;
    const freshPage = { page, revision: knownRevision === undefined ? undefined : (data.revision ?? knownRevision), isComplete: data.isComplete };
    store.store(address, freshPage);
    return freshPage;
  };

  /** Requests do not share a composition if a change that visitors can see has become known between them. */
  return async (context: PageContext, current: RevisionRange | undefined): Promise<FreshPage> => {
    const { address, owner, getClient } = context;
    const key = `${current?.oldest} ${toKey(address)}`;
    const share = (): Promise<FreshPage> => {
      const pending = inFlight.get(key) ?? composeFresh(context, current?.newest).finally(() => inFlight.delete(key));
      inFlight.set(key, pending);
      return pending;
    };
    if (inFlight.has(key)) return share();
    const composeQueued = async (): Promise<FreshPage> => {
      // Another visitor's request may have stored the page in the meantime.
      const page = store.findStatic(address) ?? store.findFresh(address, current);
      return page === undefined ? share() : { page, revision: current?.newest, isComplete: true };
    };
    return queue.run(owner?.release, composeQueued, getClient?.());
  };
};

/**
 * Creates the source of all pages. `getPage` returns a cached or newly composed page, `postForm` the page with the result of a form. Both throw if the shell
 * itself cannot be rendered. Pages are cached by their release set. Preview pages are neither cached nor counted.
 */
export const createPageSource = (options: PageSourceOptions) => {
  const { contentRevision, getCurrentVisit, metrics } = options;
  const { compose, getSiteDocument } = createReportingComposer(options);
  const store = createPageStore({ contentRevision, getPublicSet: () => getCurrentVisit().set.browserSet.id });
  const queue = createCompositionQueue();
  const composeOnce = createSharedComposition({ compose, store, queue });

  /** Finds a page for an outage. Last good pages belong to the public site: at another origin they would start its worker. */
  const findLastGood = async ({ visit, address }: PageContext): Promise<PageResponse | undefined> =>
    visit.place === getCurrentVisit().place ? store.findLastGood(address) : undefined;

  const findPage = async (context: PageContext): Promise<FoundPage> => {
    // Pages without content are looked up without the revision, so that an unresponsive provider does not delay them.
    const staticPage = store.findStatic(context.address);
    if (staticPage !== undefined) return { page: staticPage, source: 'cached' };

    const current = await contentRevision.getCurrent();
    const stalePage = current === undefined ? await findLastGood(context) : undefined;
    if (stalePage !== undefined) return { page: stalePage, source: 'stale' };
    const cached = store.findFresh(context.address, current);
    if (cached !== undefined) {
      cached.improve();
      return { page: cached, source: 'cached' };
    }

    const { page, isComplete } = await composeOnce(context, current);
    // The provider may just have become unreachable.
    const lastPage = page.status >= 500 && !isComplete ? await findLastGood(context) : undefined;
    return lastPage === undefined ? { page, source: 'composed' } : { page: lastPage, source: 'stale' };
  };

  /** Composes a page for this request alone, in the preview queue. */
  const composeUnshared = async (context: PageContext, form?: PostedForm): Promise<PageResponse> => {
    const { page } = await queue.runPreview(() => compose(context, context.url.search, form), context.getClient?.());
    return page;
  };

  return {
    getPage: async (context: PageContext): Promise<PageResponse> => {
      if (context.visit.preview !== undefined) return composeUnshared(context);
      const found = await findPage(context);
      metrics.countPage(getOutcome(found), context.owner?.release.remote ?? 'none');
      return found.page;
    },
    postForm: (context: PageContext, form: PostedForm): Promise<PageResponse> => composeUnshared(context, form),
    /** Composes the most recently requested page that a new revision or release set has made outdated. Returns false if there is none. */
    refreshPage: async (): Promise<boolean> => {
      const visit = getCurrentVisit();
      const current = await contentRevision.getCurrent();
      const outdatedPage = current === undefined ? undefined : store.findOutdated(visit.set.browserSet.id, current);
      if (outdatedPage === undefined) return false;
      const { isComplete } = await composeOnce(
        createPageContext({ ...visit, savesData: outdatedPage.savesData ?? false }, { path: outdatedPage.path, search: outdatedPage.search }),
        current,
      );
      store.finishRefresh(outdatedPage, isComplete);
      return true;
    },
    getSiteDocument,
    listLoads: queue.listLoads,
    getCacheSize: store.getSize,
  };
};
export type PageSource = ReturnType<typeof createPageSource>;
