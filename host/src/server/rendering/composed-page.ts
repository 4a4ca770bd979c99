import type { AreaState, Notice } from '../../federation/page-data.ts';
import type { DocumentHead } from './document-head.ts';

type RouteData = Readonly<Record<string, unknown>>;

/** A page: the shell with an area in it, and what the browser starts from. */
export interface ComposedPage {
  readonly status: number;
  /** The target of a redirect; nothing else matters then. */
  readonly location?: string;
  readonly markup: string;
  /** Of the header `Link`: images that a browser requests before it has read the HTML. */
  readonly imageHints?: string;
  readonly head: DocumentHead;
  readonly area: AreaState;
  readonly loaderData: RouteData;
  readonly actionData: RouteData | null;
  readonly notices: readonly Notice[];
  /** The members of the site's configuration that the page was rendered from; undefined where the browser renders its area. */
  readonly siteReads?: readonly string[];
  /** Their stylesheets are the page's, in this order. */
  readonly chunks: readonly string[];
  readonly render: 'static' | 'content' | 'never';
}

/** A document of a remote that is not a page: a feed, a calendar. */
export interface ComposedResource {
  readonly status: 200 | 404 | 500 | 503;
  readonly contentType: string;
  readonly text: string;
}
