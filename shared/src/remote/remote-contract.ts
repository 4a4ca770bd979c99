import type { RouteObject } from 'react-router-dom';
import type { ApiError } from '../contracts/api-error.ts';
import type { Result } from '../domain/result.ts';
import type { HostServices } from './host-services.ts';

/** Version of this contract; a release names the one that it was built for, and the host accepts only supported versions (docs/contracts/remote.md). */
export const REMOTE_CONTRACT_VERSION = 1;

/** The one module that a remote exposes, as `./routes`. */
export interface RemoteModule {
  createRoutes(services: HostServices): RouteObject[];
}

/** A page's metadata for the document's head. */
export interface PageHead {
  /** Without the organisation's name: the host adds it. */
  readonly title: string;
  readonly description: string;
  /** Path or absolute address of the image for link previews; the host has a default. */
  readonly image?: string;
  /** The page's address with its query, where the query selects another page: `/news?page=2`. Otherwise the address without it is the canonical one. */
  readonly canonicalPath?: string;
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

/** One line of the sitemap: a path of this site, and the ISO-8601 timestamp of its last change. */
export interface PageAddress {
  readonly path: string;
  readonly lastModified?: string | null;
}

/** `handle` of every page route of a remote. */
export interface PageHandle {
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
  /** The shared call to action before the footer (NS-03) and the help button (NS-02): shown unless false. */
  readonly closingCall?: false;
  readonly helpButton?: false;
  /** `none`: the page has its own layout (staff screens), the host renders neither header nor footer. */
  readonly shell?: 'none';
}

/** True for the handle of a page's route. */
export const isPageHandle = (handle: unknown): handle is PageHandle => typeof handle === 'object' && handle !== null && 'chunk' in handle && 'head' in handle;

/**
 * `handle` of a route that serves a document instead of a page: a feed, a calendar. The server caches its text until the provider's content changes;
 * a missing thing (`not-found`) is 404, any other failure 503. Links to it are plain `<a href>`, because the browser's router has no element for it.
 */
export interface ResourceHandle {
  readonly resource: {
    readonly contentType: string;
    /** On the server only: the code that writes the text is a `*.server.ts` module behind an `import()`, which browser builds exclude. */
    text(request: ResourceRequest): Promise<Result<string, ApiError>>;
  };
}

export interface ResourceRequest {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Builds the handle of a resource route, type-checked where it is written. */
export const resourceHandle = (resource: ResourceHandle['resource']): ResourceHandle => ({ resource });

/** Builds a handle whose `head` reads typed loader data. */
export const pageHandle = <Data = undefined>(handle: Omit<PageHandle, 'head'> & { readonly head: (data: Data | undefined) => PageHead }): PageHandle => ({
  ...handle,
  // The host passes the data of this route's own loader, which the cast states.
  head: (data) => handle.head(data as Data | undefined),
});
