import { checkAreaHtml, checkPreloads } from '@site/releases/area-html';
import type { SiteConfig } from '@site/shared/contracts/site';
import { getErrorMessage } from '@site/shared/domain/error-code';
import { NO_TRACING, type Tracing } from '@site/shared/domain/tracing';
import { notFoundHandle } from '../../router/site-routes.tsx';
import { COMPLETE, type DataState } from '../isolation/data-state.ts';
import type { Area, AreaFallback, AreaPage } from '../isolation/protocol.ts';
import { RemoteFault, type RenderedArea, type RenderRequest } from '../isolation/remote-process.ts';
import type { RemoteProcesses } from '../isolation/remote-processes.ts';
import type { ServerBundle } from '../remotes/server-bundle.ts';
import type { ComposedPage, ComposedResource } from './composed-page.ts';
import { type DocumentHead, toDocumentHead } from './document-head.ts';
import { splitImageHints } from './image-hints.ts';
import type { ShellSource } from './shell-source.tsx';

const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** What the documents of remotes may be: data that no browser executes, or takes for a page or a stylesheet. */
const DOCUMENT_TYPE =
  /^(?:text\/(?:plain|calendar|csv|markdown|vcard|xml)|application\/(?:json|ld\+json|feed\+json|geo\+json|xml|rss\+xml|atom\+xml))(?:; ?charset=utf-8)?$/i;

interface PageComposerOptions {
  readonly site: SiteConfig;
  readonly getShell: ShellSource;
  readonly processes: Pick<RemoteProcesses, 'render'>;
  readonly tracing?: Tracing;
}

interface PageRequest extends RenderRequest {
  readonly path: string;
  /** The further links of the Explore group. */
  readonly links?: SiteConfig['exploreLinks'];
  /** The versions of the remote that owns the path, the active one first; empty when none can be loaded, undefined when no remote owns it. */
  readonly versions: readonly ServerBundle[] | undefined;
}

type ShellRequest = Pick<PageRequest, 'path' | 'links'>;

interface VersionFault {
  readonly bundle: ServerBundle;
  readonly message: string;
}

type Attempt =
  | { readonly response: ComposedPage | ComposedResource; readonly data: DataState }
  | { readonly message: string; readonly area?: Area; readonly data?: DataState; readonly hasWritten: boolean; readonly isShared: boolean };

/** A composed response. `used` is the position of the version that delivered it. */
export interface Composition {
  readonly response: ComposedPage | ComposedResource;
  readonly used: number;
  readonly faults: readonly VersionFault[];
  readonly data: DataState;
}

/** A redirect stays on this site. Throws for any other target. */
const toLocation = (location: string, url: string): string => {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  // A path that begins with two slashes is another site's address.
  if (target === undefined || target.origin !== new URL(url).origin || target.pathname.startsWith('//'))
    throw new RemoteFault(`It redirected to another site: ${location.slice(0, 200)}`);
  return `${target.pathname}${target.search}${target.hash}`;
};

/** Composes responses from the shell, which the host renders, and the area, which a process of the remote delivers. */
export const createPageComposer = ({ site, getShell, processes, tracing = NO_TRACING }: PageComposerOptions) => {
  const siteOrigin = new URL(site.siteUrl).origin;
  const nothing = { loaderData: {}, actionData: null, notices: [], chunks: [], render: 'never' } as const;

  const toHead = (path: string, page: AreaPage | null): DocumentHead => {
    if (page === null) return toDocumentHead({ title: '', description: '' }, site, path);
    const keepOwn = (address: string | undefined): string | undefined =>
      address !== undefined && URL.canParse(address, site.siteUrl) && new URL(address, site.siteUrl).origin === siteOrigin ? address : undefined;
    return toDocumentHead({ ...page.head, canonicalPath: keepOwn(page.head.canonicalPath), sharePath: keepOwn(page.head.sharePath) }, site, path);
  };

  /** The shell around an area of the host. */
  const composeShell = async ({ path, links }: ShellRequest, area: 'browser' | 'unavailable', status: number, page: AreaPage | null): Promise<ComposedPage> => {
    const { closingCall, hasShell } = page ?? { closingCall: false, hasShell: true };
    const { before, after } = await getShell({ path, links, closingCall, hasShell, area });
    return { ...nothing, status, markup: before + after, head: toHead(path, page), area, chunks: page === null ? [] : [page.chunk] };
  };

  /** The shell around what a remote shows until the browser has rendered the page. Throws a RemoteFault when it may not be shown. */
  const composeFallback = async ({ path, links }: ShellRequest, page: AreaPage, { html, chunk }: AreaFallback): Promise<ComposedPage> => {
    const { closingCall, hasShell } = page;
    const { before, after } = await getShell({ path, links, closingCall, hasShell, area: 'fallback' });
    const problem = checkAreaHtml(html);
    if (problem !== undefined) throw new RemoteFault(`The HTML of its fallback was rejected: ${problem}`);
    return { ...nothing, status: 200, markup: before + html + after, head: toHead(path, page), area: 'browser', chunks: [chunk, page.chunk] };
  };

  const composeNotFound = async ({ path, links }: ShellRequest): Promise<ComposedPage> => {
    const { before, after, siteReads } = await getShell({ path, links, closingCall: false, hasShell: true, area: 'not-found' });
    const head = toDocumentHead(notFoundHandle.head(undefined), site, path);
    return { ...nothing, status: 404, markup: before + after, head, area: 'rendered', render: 'static', siteReads };
  };

  /** The response made of what a remote delivered. Throws a RemoteFault when it may not be shown. */
  const acceptArea = async (area: Area, request: PageRequest): Promise<ComposedPage | ComposedResource> => {
    const { path, links, url } = request;
    switch (area.kind) {
      case 'page': {
        const { closingCall, hasShell, chunk } = area.page;
        const { before, after, siteReads } = await getShell({ path, links, closingCall, hasShell, area: 'slot' });
        const problem = checkAreaHtml(area.html) ?? checkPreloads(area.preloads);
        if (problem !== undefined) throw new RemoteFault(`Its HTML was rejected: ${problem}`);
        const { status, render, loaderData, actionData, notices } = area;
        const head = toHead(path, area.page);
        const { header: imageHints, html } = splitImageHints(area.preloads);
        const page = { status, markup: html + before + area.html + after, imageHints, head, area: 'rendered', chunks: [chunk], render } as const;
        return { ...page, loaderData, actionData, notices, siteReads: [...siteReads, ...area.siteReads] };
      }
      case 'browser':
        return area.fallback === undefined ? composeShell(request, 'browser', 200, area.page) : composeFallback(request, area.page, area.fallback);
      case 'no-action':
        return composeShell(request, 'browser', 405, area.page);
      case 'unknown':
        return composeNotFound(request);
      case 'redirect':
        return { ...nothing, status: area.status, location: toLocation(area.location, url), markup: '', head: toHead('/', null), area: 'rendered' };
      case 'resource':
        if (!DOCUMENT_TYPE.test(area.contentType)) throw new RemoteFault(`Its document is of a type that no remote may serve: ${area.contentType}`);
        return area;
      case 'fault':
        throw new RemoteFault(area.message);
      default:
        return area satisfies never;
    }
  };

  /** One attempt: the response, or why there is none. `isFinal` when no other version may try. */
  const attempt = async (bundle: ServerBundle, request: PageRequest): Promise<Attempt> => {
    let delivered: RenderedArea;
    const span = request.trace === undefined ? undefined : tracing.startSpan(`render ${bundle.remote}`, 'internal', request.trace);
    try {
      delivered = await processes.render(bundle, span === undefined ? request : { ...request, trace: span.context });
      span?.end({ attributes: { version: bundle.version } });
    } catch (error) {
      span?.end({ attributes: { version: bundle.version }, isError: true });
      // A bundle that cannot be read is a fault of the version too.
      const { hasWritten, isShared } = error instanceof RemoteFault ? error : { hasWritten: false, isShared: false };
      return { message: getErrorMessage(error), hasWritten, isShared };
    }
    const { area, hasWritten, data } = delivered;
    try {
      return { response: await acceptArea(area, request), data };
    } catch (error) {
      if (!(error instanceof RemoteFault)) throw error;
      return { message: error.message, area, data, hasWritten, isShared: false };
    }
  };

  /** After every version has failed: what threw on the server may work in the browser, what was not delivered will not. */
  const composeFailure = async (request: ShellRequest, area: Area | undefined): Promise<ComposedPage | ComposedResource> => {
    if (area === undefined) return composeShell(request, 'unavailable', 503, null);
    if (area.kind === 'fault' && area.isResource) return { status: 500, contentType: PLAIN_TEXT, text: 'Internal error\n' };
    return composeShell(request, 'browser', 500, 'page' in area ? area.page : null);
  };

  /**
   * Composes the response to one request with the first version that delivers. A form that was already passed on is not sent again with another version.
   * Throws only when the shell itself cannot be rendered.
   */
  return async (request: PageRequest): Promise<Composition> => {
    const { form, versions } = request;
    const faults: VersionFault[] = [];
    if (versions === undefined) {
      const response = form === undefined ? await composeNotFound(request) : await composeShell(request, 'browser', 405, null);
      return { response, used: 0, faults, data: COMPLETE };
    }
    let last: Attempt | undefined;
    for (const [index, bundle] of versions.entries()) {
      last = await attempt(bundle, request);
      // The only version, and another request may have ended its process.
      if (!('response' in last) && last.isShared && !last.hasWritten && versions.length === 1) last = await attempt(bundle, request);
      if ('response' in last) return { response: last.response, used: index, faults, data: last.data };
      faults.push({ bundle, message: last.message });
      if (last.hasWritten) break;
    }
    const { area, data = COMPLETE } = last !== undefined && 'area' in last ? last : {};
    return { response: await composeFailure(request, area), used: 0, faults, data };
  };
};
export type ComposePage = ReturnType<typeof createPageComposer>;
