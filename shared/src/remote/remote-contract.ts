import type { RouteObject } from 'react-router-dom';
import type { ApiError } from '../contracts/api-error.ts';
import type { Result } from '../domain/result.ts';
import type { HostServices } from './host-services.ts';

/** Version of this contract; a release names the one that it was built for, and the host takes only those that it knows (docs/contracts/remote.md). */
export const REMOTE_CONTRACT_VERSION = 1;

/** The one module that a remote exposes, as `./routes`. */
export interface RemoteModule {
  createRoutes(services: HostServices): RouteObject[];
}

/** What a page says of itself in the document's head. */
export interface PageHead {
  /** Without the organisation's name: the host adds it. */
  readonly title: string;
  readonly description: string;
  /** Path or absolute address of the picture for link previews; the host has a default. */
  readonly image?: string;
  /** The page's address with its query, where the query makes another page: `/news?page=2`. Otherwise the address without it is the canonical one. */
  readonly canonicalPath?: string;
  /** JSON-LD objects for search engines. */
  readonly structuredData?: readonly object[];
  /** The same in other formats, for programs that look for them: feeds, calendars. */
  readonly alternates?: readonly PageAlternate[];
}

/** One document of this site that says what a page says, for a program. */
export interface PageAlternate {
  readonly path: string;
  /** Its media type: `application/rss+xml`. */
  readonly type: string;
  readonly title: string;
}

/** One line of the sitemap: a path of this site, and the moment (ISO-8601) when what stands there last changed. */
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
   * All addresses of the page for the sitemap, on the server only: of a route with parameters one for each thing that it shows, none for a page that
   * nobody should find by searching. Without it: the route's path, where that has no parameters.
   */
  addresses?(signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>>;
  /**
   * How long a composed page holds: `static` as long as the release, `content` until the provider's content changes, `never` not at all.
   * `browser` pages are rendered by the browser alone; the shell comes as HTML around them.
   */
  readonly render: 'static' | 'content' | 'never' | 'browser';
  /** The shared call to action before the footer (NS-03) and the help button (NS-02): shown unless false. */
  readonly closingCall?: false;
  readonly helpButton?: false;
  /** `none`: the page brings its own frame (staff screens), the host renders neither header nor footer. */
  readonly shell?: 'none';
}

/** True for the handle of a page's route. */
export const isPageHandle = (handle: unknown): handle is PageHandle => typeof handle === 'object' && handle !== null && 'chunk' in handle && 'head' in handle;

/**
 * `handle` of a route that answers a document and no page: a feed, a calendar. The server asks for its text and keeps it until the provider's content changes;
 * a missing thing (`not-found`) is 404, any other failure 503. Links to it are plain `<a href>`, because the browser's router has nothing to show there.
 */
export interface ResourceHandle {
  readonly resource: {
    readonly contentType: string;
    /** On the server only: what writes the text stands in a `*.server.ts` module behind an `import()`, which browser builds leave out. */
    text(request: ResourceRequest): Promise<Result<string, ApiError>>;
  };
}

export interface ResourceRequest {
  readonly params: Readonly<Record<string, string | undefined>>;
  readonly signal: AbortSignal;
}

/** Names a resource route's handle, so that it is checked where it is written. */
export const resourceHandle = (resource: ResourceHandle['resource']): ResourceHandle => ({ resource });

/** Builds a handle whose `head` reads typed loader data. */
export const pageHandle = <Data = undefined>(handle: Omit<PageHandle, 'head'> & { readonly head: (data: Data | undefined) => PageHead }): PageHandle => ({
  ...handle,
  // The host passes back what this very route's loader returned; the cast says only that.
  head: (data) => handle.head(data as Data | undefined),
});
