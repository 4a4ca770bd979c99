import type { SiteConfig } from '@site/shared/contracts/site';
import type { ReleaseSet } from './release-set.ts';

/**
 * The page's own area in the HTML: `rendered` completely · `browser` when only the browser renders it (staff pages, and pages whose
 * rendering on the server failed) · `unavailable` when its remote could not be loaded: the area shows a message until it can.
 */
export type AreaState = 'rendered' | 'browser' | 'unavailable';

/**
 * Which of the site's origins a page came from, where staff sign in at one of their own (docs/decisions/083-staff-have-an-origin.md). Only `staff` stores sessions, and it serves
 * only the staff area. `preview` serves public pages and unreleased versions.
 */
export type PlaceName = 'site' | 'staff' | 'preview';

/** The fragment with which staff come from their origin to a page of the site: its tab offers to edit pages. */
export const EDIT_MARK = '#edit';

/** A toast of the page's rendering on the server, shown once the page is hydrated. */
export interface Notice {
  readonly kind: 'success' | 'error';
  readonly message: string;
}

/** What the HTML of a page leaves out, of the document at `getSiteDataAddress`. */
export interface SiteData {
  readonly site: SiteConfig;
  readonly remotes: ReleaseSet['remotes'];
}

/** The data that the HTML carries for the browser, as JSON. */
export interface PageData {
  readonly set: ReleaseSet;
  readonly site: SiteConfig;
  /** The id of the document with the rest: `set` has the page's own remote only, and `site` the members that its HTML was rendered from. Absent where they are complete. */
  readonly rest?: string;
  /** Absent where the area is `rendered`. */
  readonly area?: AreaState;
  readonly loaderData: Readonly<Record<string, unknown>>;
  /** The result of the action that a posted form reached. */
  readonly actionData?: Readonly<Record<string, unknown>> | undefined;
  readonly notices?: readonly Notice[];
  /** Set by `npm run dev` only: the page reloads after a release. */
  readonly reloads?: true;
  /** Absent where staff sign in at the site itself. */
  readonly place?: PlaceName;
  /** The site has no service worker. */
  readonly withoutWorker?: true;
}

/** Cached for as long as browsers like: another content has another id. */
export const getSiteDataAddress = (id: string): string => `/site-data/${id}.json`;

export const PAGE_DATA_ID = 'page-data';

/** The mark that a build's runtime sets on a stylesheet while it is loading, and waits for; one without a value counts as none. */
export const LOADING_MARK = 'data-rspack-loading';

/** The relation of a link whose stylesheet failed. */
export const FAILED_STYLES_REL = 'failed';

/** The event of the document that ends the wait for stylesheets. */
export const LATE_STYLES_EVENT = 'late';

/** The element with the stylesheets for browsers that run no script. */
export const PAGE_STYLES_ID = 'page-styles';

/** The data of this page, or undefined on a page that the host did not render. */
export const readPageData = (): PageData | undefined => {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  // Host server and host script are one build: the data has this type.
  return JSON.parse(text) as PageData;
};
