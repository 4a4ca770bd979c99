import type { ReactNode } from 'react';
import type { IndexRouteObject, LoaderFunctionArgs, NonIndexRouteObject } from 'react-router-dom';
import type { ApiError } from '../contracts/api-error.ts';
import type { Result } from '../domain/result.ts';
import type { HostServices } from './host-services.ts';

/** Version of this contract. A release states the version that it was built for (docs/contracts/remote.md). */
export const REMOTE_CONTRACT_VERSION = 2;

/** Versions that hosts serve: the current version and, while remotes migrate, the previous version (docs/decisions/024-contract-versions-side-by-side.md). */
export const SUPPORTED_CONTRACT_VERSIONS: readonly number[] = [REMOTE_CONTRACT_VERSION];

/** The only module that a remote exposes, as `./routes`. */
export interface RemoteModule {
  createRoutes(services: HostServices): RemoteRoute[];
}

/** Metadata of a page for the document's head. */
export interface PageHead {
  /** Title without the organisation's name, which the host adds. */
  readonly title: string;
  readonly description: string;
  /** Path or absolute URL of the image for link previews. The host has a default. */
  readonly image?: string;
  readonly imageAlt?: string;
  /** Open Graph type for link previews; the default is `website`. */
  readonly type?: 'article';
  /** Path that link previews link to, if it is not the canonical path: for example, a photo that is open on a page with many photos. */
  readonly sharePath?: string;
  /** Title in link previews; the default is `title`. */
  readonly shareTitle?: string;
  /** Canonical path, including the query if the query selects a different page: `/news?page=2`. The default is the path without the query. */
  readonly canonicalPath?: string;
  /** Excludes the page from search engines. */
  readonly noindex?: true;
  /** JSON-LD objects for search engines. */
  readonly structuredData?: readonly object[];
  /** The same content in other formats, for example feeds and calendars. */
  readonly alternates?: readonly PageAlternate[];
}

/** Document on this site that contains a page's content in a machine-readable format. */
export interface PageAlternate {
  readonly path: string;
  /** Media type, for example `application/rss+xml`. */
  readonly type: string;
  readonly title: string;
}

/** Sitemap entry: a path on this site, the ISO 8601 timestamp of its last change, and the URLs of at most 1000 images that the page shows. */
export interface PageAddress {
  readonly path: string;
  readonly lastModified?: string | null;
  readonly images?: readonly string[];
}

/** Properties of a route that describe its page. */
export interface PageMembers {
  /** Name that `webpackChunkName` gives to the page's chunk, so that the host can inline the chunk's styles. */
  readonly chunk: string;
  /** Returns the metadata for the loader's data. `data` is undefined if the route has no loader or the loader failed. The function must be pure. */
  head(data: unknown): PageHead;
  /**
   * Lists the URLs of the page for the sitemap; called on the server only. A route with parameters returns one URL per item, and a page that search engines
   * should not list returns none. The default is the route's path if it has no parameters.
   */
  addresses?(signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>>;
  /**
   * Lifetime of the composed page in caches: `static` lasts as long as the release, `content` until the provider's content changes, and `never` is not cached.
   * Only the browser renders `browser` pages; their HTML contains the shell.
   */
  readonly render: 'static' | 'content' | 'never' | 'browser';
  /**
   * Returns the placeholder that the HTML of a `browser` page shows until the browser renders the page: navigation, headings, and boxes for the content. Pages
   * below this route use it too, unless they have their own. `head` is the page's metadata without data. The function runs on the server only, so its code is a
   * `*.server.tsx` module behind an `import()`, with the stylesheets of this route's chunk. The HTML is the same for all visitors, and the browser replaces it
   * completely.
   */
  fallback?(head: PageHead): Promise<ReactNode>;
  /** `false` hides the shared call to action before the footer (NS-03). */
  readonly closingCall?: false;
  /**
   * Path of the screen that edits the page's content, with the parameters of the route's path: `/admin/posts/:slug`. The host links to this screen for staff
   * who are signed in.
   */
  readonly editPath?: string;
  /** `none` omits header and footer, because the page has its own layout (staff screens). */
  readonly shell?: 'none';
}

/** Properties of a route that describe a document, for example a feed or a calendar. The server caches the text until the provider's content changes. */
export interface ResourceMembers {
  readonly resource: {
    readonly contentType: string;
    /**
     * Creates the text on the server. The code is a `*.server.ts` module behind an `import()`, which browser builds exclude. The host responds with 404 to a
     * `not-found` failure and with 503 to any other failure.
     */
    text(request: ResourceRequest): Promise<Result<string, ApiError>>;
  };
}

export interface ResourceRequest {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Properties of the router's route objects that a remote may use. */
type RouterMember = 'element' | 'Component' | 'errorElement' | 'ErrorBoundary' | 'lazy' | 'loader' | 'action' | 'shouldRevalidate';

/** Route for a page. The path is absolute or relative to the parent's path. */
export interface PageRoute extends PageMembers, Pick<NonIndexRouteObject, RouterMember> {
  readonly path: string;
  readonly children?: RemoteRoute[];
}

/** Route for a document. Links to it are plain `<a href>` elements, because the browser's router cannot render a document. */
interface ResourceRoute extends ResourceMembers {
  readonly path: string;
}

/** Makes an incomplete page, or setting the router's `handle`, a type error. */
interface WithoutPage {
  readonly chunk?: never;
  readonly head?: never;
  readonly resource?: never;
  readonly handle?: never;
}

/** Route for a layout around other routes, or for a redirect. */
interface LayoutRoute extends WithoutPage, Pick<NonIndexRouteObject, RouterMember> {
  readonly path?: string;
  readonly children?: RemoteRoute[];
}

/** Route for the parent's own path. */
interface IndexRoute extends WithoutPage, Pick<IndexRouteObject, RouterMember> {
  readonly index: true;
}

export type RemoteRoute = PageRoute | ResourceRoute | LayoutRoute | IndexRoute;

/** Return value of `data(value, { status })`. */
interface WithStatus<Data> {
  readonly data: Data;
  readonly init: ResponseInit | null;
}

/** Data that a page receives, derived from the loader's return value. */
type LoadedData<Returned> = Exclude<Awaited<Returned>, Response> extends infer Value ? (Value extends WithStatus<infer Data> ? Data : Value) : never;

/** Types a page's route, so that `head` receives the return value of the route's own `loader`. */
export const page = <Returned = undefined>(
  route: Omit<PageRoute, 'head' | 'loader'> & {
    readonly loader?: (args: LoaderFunctionArgs) => Returned;
    readonly head: (data: LoadedData<Returned> | undefined) => PageHead;
  },
): PageRoute =>
  // The host passes the data of the route's own loader, so `head` receives the right type.
  route as PageRoute;

/** Whether the handle of a matched route describes a page. The handle is the remote's own route. */
export const isPageHandle = (handle: unknown): handle is PageMembers => typeof handle === 'object' && handle !== null && 'chunk' in handle && 'head' in handle;

/** Returns the deepest matched page that has a `fallback`, given the handles of the matches. */
export const findFallback = (handles: readonly unknown[]): PageMembers | undefined =>
  handles.filter(isPageHandle).findLast(({ fallback }) => fallback !== undefined);
