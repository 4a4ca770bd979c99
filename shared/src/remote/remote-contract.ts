import type { ReactNode } from 'react';
import type { IndexRouteObject, LoaderFunctionArgs, NonIndexRouteObject } from 'react-router-dom';
import type { ApiError } from '../contracts/api-error.ts';
import type { Result } from '../domain/result.ts';
import type { HostServices } from './host-services.ts';

/** Version of this contract. A release names the one that it was built for (docs/contracts/remote.md). */
export const REMOTE_CONTRACT_VERSION = 2;

/** The versions that hosts serve: this one and, while remotes move to it, the one before it (docs/decisions/024-contract-versions-side-by-side.md). */
export const SUPPORTED_CONTRACT_VERSIONS: readonly number[] = [REMOTE_CONTRACT_VERSION];

/** The one module that a remote exposes, as `./routes`. */
export interface RemoteModule {
  createRoutes(services: HostServices): RemoteRoute[];
}

/** A page's metadata for the document's head. */
export interface PageHead {
  /** Without the organisation's name: the host adds it. */
  readonly title: string;
  readonly description: string;
  /** Path or absolute address of the image for link previews; the host has a default. */
  readonly image?: string;
  /** What the image shows. */
  readonly imageAlt?: string;
  /** What link previews are of, unless it is a page of a website. */
  readonly type?: 'article';
  /** The address that link previews lead to, where it is not the canonical one: of a photo that is open on a page of many. */
  readonly sharePath?: string;
  /** The title in link previews; without it `title`. */
  readonly shareTitle?: string;
  /** The page's address with its query, where the query selects another page: `/news?page=2`. Otherwise the address without it is the canonical one. */
  readonly canonicalPath?: string;
  /** Search engines leave the page out. */
  readonly noindex?: true;
  /** JSON-LD objects for search engines. */
  readonly structuredData?: readonly object[];
  /** The same content in other formats: feeds, calendars. */
  readonly alternates?: readonly PageAlternate[];
}

/** A document of this site with the content of a page, for programs. */
export interface PageAlternate {
  readonly path: string;
  /** Its media type: `application/rss+xml`. */
  readonly type: string;
  readonly title: string;
}

/** One line of the sitemap: a path of this site, the ISO-8601 timestamp of its last change, and the addresses of images that the page shows, at most 1000. */
export interface PageAddress {
  readonly path: string;
  readonly lastModified?: string | null;
  readonly images?: readonly string[];
}

/** What a route says about its page. */
export interface PageMembers {
  /** Name given by `webpackChunkName` to the page's chunk, so that the host can inline its styles. */
  readonly chunk: string;
  /** From the loader's data (undefined where the route has no loader, or the loader failed). Pure. */
  head(data: unknown): PageHead;
  /**
   * All addresses of the page for the sitemap, on the server only: for a route with parameters one for each item that it shows, none for a page that
   * search engines should not list. Without it: the route's path, where that has no parameters.
   */
  addresses?(signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>>;
  /**
   * How long a composed page is cached: `static` as long as the release, `content` until the provider's content changes, `never` not at all.
   * `browser` pages are rendered by the browser alone; the shell comes as HTML around them.
   */
  readonly render: 'static' | 'content' | 'never' | 'browser';
  /**
   * What the first HTML of a `browser` page shows until the browser renders the page: navigation, headings, boxes where content will be. It also applies to the pages below
   * this route that have none. `head` is that of the page, without data. Runs on the server only, so its code is a `*.server.tsx` module behind an `import()`; its
   * stylesheets are those of this route's chunk. The HTML is the same for all visitors, and the browser replaces it as a whole.
   */
  fallback?(head: PageHead): Promise<ReactNode>;
  /** The shared call to action before the footer (NS-03): shown unless false. */
  readonly closingCall?: false;
  /** The screen that edits what the page shows, with the parameters of the route's path: `/admin/posts/:slug`. The host links to it for signed-in staff. */
  readonly editPath?: string;
  /** `none`: the page has its own layout (staff screens), the host renders neither header nor footer. */
  readonly shell?: 'none';
}

/** What a route that serves a document says about it: a feed, a calendar. The server caches its text until the provider's content changes. */
export interface ResourceMembers {
  readonly resource: {
    readonly contentType: string;
    /**
     * On the server only: the code that writes the text is a `*.server.ts` module behind an `import()`, which browser builds exclude. A missing thing (`not-found`)
     * is 404, any other failure 503.
     */
    text(request: ResourceRequest): Promise<Result<string, ApiError>>;
  };
}

export interface ResourceRequest {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** The members of the router's routes that a remote may use. */
type RouterMember = 'element' | 'Component' | 'errorElement' | 'ErrorBoundary' | 'lazy' | 'loader' | 'action' | 'shouldRevalidate';

/** A page. Its path is absolute, or continues that of its parent. */
export interface PageRoute extends PageMembers, Pick<NonIndexRouteObject, RouterMember> {
  readonly path: string;
  readonly children?: RemoteRoute[];
}

/** A document instead of a page. Links to it are plain `<a href>`, because the browser's router has no element for it. */
interface ResourceRoute extends ResourceMembers {
  readonly path: string;
}

/** Neither: an incomplete page, or the router's `handle`, is an error of types. */
interface WithoutPage {
  readonly chunk?: never;
  readonly head?: never;
  readonly resource?: never;
  readonly handle?: never;
}

/** A layout around other routes, or a route that only redirects. */
interface LayoutRoute extends WithoutPage, Pick<NonIndexRouteObject, RouterMember> {
  readonly path?: string;
  readonly children?: RemoteRoute[];
}

/** What a parent's own path shows or redirects to. */
interface IndexRoute extends WithoutPage, Pick<IndexRouteObject, RouterMember> {
  readonly index: true;
}

export type RemoteRoute = PageRoute | ResourceRoute | LayoutRoute | IndexRoute;

/** What `data(value, { status })` returns. */
interface WithStatus<Data> {
  readonly data: Data;
  readonly init: ResponseInit | null;
}

/** The data that a loader passes to its page, from what it returns. */
type LoadedData<Returned> = Exclude<Awaited<Returned>, Response> extends infer Value ? (Value extends WithStatus<infer Data> ? Data : Value) : never;

/** A page's route, whose `head` gets what its own `loader` returns. */
export const page = <Returned = undefined>(
  route: Omit<PageRoute, 'head' | 'loader'> & {
    readonly loader?: (args: LoaderFunctionArgs) => Returned;
    readonly head: (data: LoadedData<Returned> | undefined) => PageHead;
  },
): PageRoute =>
  // The host passes the data of the route's own loader, which is what the types above say.
  route as PageRoute;

/** True if the handle of a matched route, which is the remote's own route, says that the route is a page. */
export const isPageHandle = (handle: unknown): handle is PageMembers => typeof handle === 'object' && handle !== null && 'chunk' in handle && 'head' in handle;

/** The deepest of the matched pages, by their handles, that has a `fallback`. */
export const findFallback = (handles: readonly unknown[]): PageMembers | undefined =>
  handles.filter(isPageHandle).findLast(({ fallback }) => fallback !== undefined);
