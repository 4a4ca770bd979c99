import type { SiteConfig } from '@site/shared/contracts/site';
import type { ReleaseSet } from './release-set.ts';

/**
 * How the page's own area left the server: `rendered` complete · `browser` to be rendered by the browser alone (staff pages, and pages whose
 * server rendering failed) · `unavailable` its remote could not be loaded: the area shows its message until it can.
 */
export type AreaState = 'rendered' | 'browser' | 'unavailable';

/** A toast that was raised while the server rendered the page, shown when the page comes alive. */
export interface Notice {
  readonly kind: 'success' | 'error';
  readonly message: string;
}

/** What the HTML carries for the browser, as JSON. */
export interface PageData {
  readonly set: ReleaseSet;
  readonly site: SiteConfig;
  readonly area: AreaState;
  readonly loaderData: Readonly<Record<string, unknown>>;
  /** The result of the action that a posted form reached; null on every other page. */
  readonly actionData: Readonly<Record<string, unknown>> | null;
  readonly notices: readonly Notice[];
  /** Set by `npm run dev` alone: the page loads again when something was released. */
  readonly reloads?: true;
}

export const PAGE_DATA_ID = 'page-data';

/** The data that came with this page, or undefined on a page that is not ours. */
export const readPageData = (): PageData | undefined => {
  const text = document.getElementById(PAGE_DATA_ID)?.textContent;
  if (!text) return undefined;
  // Host server and host script are one build: what the server wrote is what this type says.
  return JSON.parse(text) as PageData;
};
