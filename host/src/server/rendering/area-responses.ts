import { checkAreaHtml, checkPreloads } from '@site/releases/area-html';
import type { SiteConfig } from '@site/shared/contracts/site';
import { notFoundHandle } from '../../router/site-routes.tsx';
import type { Area, AreaFallback, AreaPage } from '../isolation/protocol.ts';
import { RemoteFault } from '../isolation/remote-request.ts';
import type { ComposedPage, ComposedResource } from './composed-page.ts';
import { type DocumentHead, toDocumentHead } from './document-head.ts';
import { splitImageHints } from './image-hints.ts';
import type { ShellSource } from './shell-source.tsx';

const PLAIN_TEXT = 'text/plain; charset=utf-8';

/** Content types that remotes' documents may have: data that browsers neither execute nor treat as a page or a stylesheet. */
const DOCUMENT_TYPE =
  /^(?:text\/(?:plain|calendar|csv|markdown|vcard|xml)|application\/(?:json|ld\+json|feed\+json|geo\+json|xml|rss\+xml|atom\+xml))(?:; ?charset=utf-8)?$/i;

export interface AreaResponseOptions {
  readonly site: SiteConfig;
  readonly getShell: ShellSource;
}

interface ShellRequest {
  readonly path: string;
  /** Additional links in the Explore group. */
  readonly links?: SiteConfig['exploreLinks'];
}

/** Resolves the target of a redirect. Throws a RemoteFault if it is on another site. */
const toLocation = (location: string, url: string): string => {
  const target = URL.canParse(location, url) ? new URL(location, url) : undefined;
  // A path that begins with two slashes is a URL on another site.
  if (target === undefined || target.origin !== new URL(url).origin || target.pathname.startsWith('//'))
    throw new RemoteFault(`It redirected to another site: ${location.slice(0, 200)}`);
  return `${target.pathname}${target.search}${target.hash}`;
};

/** Creates the functions that wrap an area in the shell, which the host renders. */
export const createAreaResponses = ({ site, getShell }: AreaResponseOptions) => {
  const siteOrigin = new URL(site.siteUrl).origin;
  const emptyPage = { loaderData: {}, actionData: null, notices: [], chunks: [], render: 'never' } as const;

  const toHead = (path: string, page: AreaPage | null): DocumentHead => {
    if (page === null) return toDocumentHead({ title: '', description: '' }, site, path);
    const keepOwnUrl = (address: string | undefined): string | undefined =>
      address !== undefined && URL.canParse(address, site.siteUrl) && new URL(address, site.siteUrl).origin === siteOrigin ? address : undefined;
    return toDocumentHead({ ...page.head, canonicalPath: keepOwnUrl(page.head.canonicalPath), sharePath: keepOwnUrl(page.head.sharePath) }, site, path);
  };

  /** Composes the shell with one of the host's own areas. */
  const composeShell = async ({ path, links }: ShellRequest, area: 'browser' | 'unavailable', status: number, page: AreaPage | null): Promise<ComposedPage> => {
    const { closingCall, hasShell } = page ?? { closingCall: false, hasShell: true };
    const { before, after } = await getShell({ path, links, closingCall, hasShell, area });
    return { ...emptyPage, status, markup: before + after, head: toHead(path, page), area, chunks: page === null ? [] : [page.chunk] };
  };

  /** Composes the shell with a remote's fallback, shown until the browser has rendered the page. Throws a RemoteFault if the fallback is not allowed. */
  const composeFallback = async ({ path, links }: ShellRequest, page: AreaPage, { html, chunk }: AreaFallback): Promise<ComposedPage> => {
    const { closingCall, hasShell } = page;
    const { before, after } = await getShell({ path, links, closingCall, hasShell, area: 'fallback' });
    const problem = checkAreaHtml(html);
    if (problem !== undefined) throw new RemoteFault(`The HTML of its fallback was rejected: ${problem}`);
    return { ...emptyPage, status: 200, markup: before + html + after, head: toHead(path, page), area: 'browser', chunks: [chunk, page.chunk] };
  };

  const composeNotFound = async ({ path, links }: ShellRequest): Promise<ComposedPage> => {
    const { before, after, siteReads } = await getShell({ path, links, closingCall: false, hasShell: true, area: 'not-found' });
    const head = toDocumentHead(notFoundHandle.head(undefined), site, path);
    return { ...emptyPage, status: 404, markup: before + after, head, area: 'rendered', render: 'static', siteReads };
  };

  /** Composes the response from the area that a remote delivered. Throws a RemoteFault if the area is not allowed. */
  const acceptArea = async (area: Area, request: ShellRequest & { readonly url: string }): Promise<ComposedPage | ComposedResource> => {
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
        return { ...emptyPage, status: area.status, location: toLocation(area.location, url), markup: '', head: toHead('/', null), area: 'rendered' };
      case 'resource':
        if (!DOCUMENT_TYPE.test(area.contentType)) throw new RemoteFault(`Its document is of a type that no remote may serve: ${area.contentType}`);
        return area;
      case 'fault':
        throw new RemoteFault(area.message);
      default:
        return area satisfies never;
    }
  };

  /**
   * Composes the response after every version has failed. A page that threw on the server may still work in the browser. A page that no version delivered will
   * not.
   */
  const composeFailure = async (request: ShellRequest, area: Area | undefined): Promise<ComposedPage | ComposedResource> => {
    if (area === undefined) return composeShell(request, 'unavailable', 503, null);
    if (area.kind === 'fault' && area.isResource) return { status: 500, contentType: PLAIN_TEXT, text: 'Internal error\n' };
    return composeShell(request, 'browser', 500, 'page' in area ? area.page : null);
  };

  return { acceptArea, composeShell, composeNotFound, composeFailure };
};
