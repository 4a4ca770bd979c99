import type { SiteConfig } from '@site/shared/contracts/site';
import type { ReleaseSet } from './release-set.ts';

/**
 * State of the page's area in the HTML: `rendered` if it is complete · `browser` if only the browser renders it (staff pages, and pages that the server failed
 * to render) · `unavailable` if its remote could not be loaded.
 */
export type AreaState = 'rendered' | 'browser' | 'unavailable';

/**
 * Origin that served the page, if staff sign in at a separate origin (docs/decisions/083-staff-have-an-origin.md). Only `staff` stores sessions, and it serves
 * only the staff area. `preview` serves public pages and unreleased versions.
 */
export type OriginName = 'site' | 'staff' | 'preview';

/** URL fragment of links from the staff origin to a page on the site. A tab that opens such a link offers to edit pages. */
export const EDIT_MARK = '#edit';

/** Toast that was raised while the server rendered the page. The browser shows the toast after hydration. */
export interface Notice {
  readonly kind: 'success' | 'error';
  readonly message: string;
}

/** Data that the page's HTML omits. The browser fetches it from `getSiteDataUrl`. */
export interface SiteData {
  readonly site: SiteConfig;
  readonly remotes: ReleaseSet['remotes'];
}

export interface PageData {
  readonly set: ReleaseSet;
  readonly site: SiteConfig;
  /**
   * Id of the JSON document with the data that the HTML omits. If present, `set` contains only the page's own remote, and `site` only the members that the HTML
   * was rendered from.
   */
  readonly rest?: string;
  readonly area?: AreaState;
  readonly loaderData: Readonly<Record<string, unknown>>;
  readonly actionData?: Readonly<Record<string, unknown>> | undefined;
  readonly notices?: readonly Notice[];
  /** Only set by `npm run dev`: the page reloads after a release. */
  readonly reloads?: true;
  readonly place?: OriginName;
  readonly withoutWorker?: true;
}

/** Returns the URL of the data that a page's HTML omits. Browsers may cache the data forever, because changed content gets a new id. */
export const getSiteDataUrl = (id: string): string => `/site-data/${id}.json`;

export const PAGE_DATA_ID = 'page-data';

/** Attribute that a build's runtime sets on a stylesheet while it is loading. The runtime waits for such stylesheets, and ignores an empty value. */
export const LOADING_MARK = 'data-rspack-loading';

export const FAILED_STYLES_REL = 'failed';

export const LATE_STYLES_EVENT = 'late';

export const PAGE_STYLES_ID = 'page-styles';

/** Returns the page's data, or undefined on a page that the host did not render. */
export const readPageData = (): PageData | undefined => {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  // The host's server and script come from the same build, so the data has this type.
  return JSON.parse(text) as PageData;
};
