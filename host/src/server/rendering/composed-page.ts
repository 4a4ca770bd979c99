import type { AreaState, Notice } from '../../federation/page-data.ts';
import type { DocumentHead } from './document-head.ts';

type RouteData = Readonly<Record<string, unknown>>;

/** A page: the shell with an area, and the data that the browser starts with. */
export interface ComposedPage {
  readonly status: number;
  /** The target of a redirect, which otherwise uses only the status. */
  readonly location?: string;
  readonly markup: string;
  /** `Link` header with images that browsers request before they have read the HTML. */
  readonly imageHints?: string;
  readonly head: DocumentHead;
  readonly area: AreaState;
  readonly loaderData: RouteData;
  readonly actionData: RouteData | null;
  readonly notices: readonly Notice[];
  /** Members of the site's configuration from which the page was rendered; undefined if the browser renders its area. */
  readonly siteReads?: readonly string[];
  /** Chunks whose stylesheets the page needs, in this order. */
  readonly chunks: readonly string[];
  readonly render: 'static' | 'content' | 'never';
}

/** A remote's document that is not a page, for example a feed or a calendar. */
export interface ComposedResource {
  readonly status: 200 | 404 | 500 | 503;
  readonly contentType: string;
  readonly text: string;
}
