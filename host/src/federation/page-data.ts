import type { SiteConfig } from '@site/shared/contracts/site';
import type { ReleaseSet } from './release-set.ts';

/**
 * State of the page's area in the HTML: `rendered` if it is complete · `browser` if only the browser renders it (staff pages, and pages whose rendering on the
 * server failed) · `unavailable` if its remote could not be loaded: the area shows a message until it can.
 */
export type AreaState = 'rendered' | 'browser' | 'unavailable';

/**
 * The origin of the site that a page came from, if staff sign in at their own origin (docs/decisions/083-staff-have-an-origin.md). Only `staff` stores
 * sessions, and it serves only the staff area. `preview` serves public pages and unreleased versions.
 */
export type PlaceName = 'site' | 'staff' | 'preview';

/** Fragment of links from the staff origin to a page of the site: the tab then offers to edit pages. */
export const EDIT_MARK = '#edit';

/** Toast that the page's rendering on the server raised, shown once the page is hydrated. */
export interface Notice {
  readonly kind: 'success' | 'error';
  readonly message: string;
}

/** Data that the HTML of a page leaves out; the document at `getSiteDataAddress` contains it. */
export interface SiteData {
  readonly site: SiteConfig;
  readonly remotes: ReleaseSet['remotes'];
}

/** Data that the HTML carries for the browser, as JSON. */
export interface PageData {
  readonly set: ReleaseSet;
  readonly site: SiteConfig;
  /**
   * Id of the document with the remaining data: `set` only contains the page's own remote, and `site` only the members that its HTML was rendered from. Absent
   * if both are complete.
   */
  readonly rest?: string;
  /** Absent if the area is `rendered`. */
  readonly area?: AreaState;
  readonly loaderData: Readonly<Record<string, unknown>>;
  /** Result of the action that handled a posted form. */
  readonly actionData?: Readonly<Record<string, unknown>> | undefined;
  readonly notices?: readonly Notice[];
  /** Set by `npm run dev` only: the page reloads after a release. */
  readonly reloads?: true;
  /** Absent if staff sign in at the site's own origin. */
  readonly place?: PlaceName;
  /** The site has no service worker. */
  readonly withoutWorker?: true;
}

/** Browsers may cache the document for any time, because other content gets another id. */
export const getSiteDataAddress = (id: string): string => `/site-data/${id}.json`;

export const PAGE_DATA_ID = 'page-data';

/** Attribute that a build's runtime sets on a stylesheet while it is loading, and waits for; an empty value does not count. */
export const LOADING_MARK = 'data-rspack-loading';

/** Relation of a link whose stylesheet failed. */
export const FAILED_STYLES_REL = 'failed';

/** Document event that ends the wait for stylesheets. */
export const LATE_STYLES_EVENT = 'late';

/** Element with the stylesheets for browsers that run no script. */
export const PAGE_STYLES_ID = 'page-styles';

/** Data of this page; undefined on a page that the host did not render. */
export const readPageData = (): PageData | undefined => {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  // Host server and host script come from one build, so the data has this type.
  return JSON.parse(text) as PageData;
};
