import type { TraceContext } from '@site/shared/domain/trace-context';
import { PAGE_PARAMETERS } from '@site/shared/remote/page-parameters';
import { type ActiveRemote, findOwningRemote } from '../remotes/active-set.ts';
import type { Visit } from '../remotes/visits.ts';
import type { PageClient } from './composition-queue.ts';
import type { PageUrl } from './page-url.ts';

/** Identifies a page in the caches. */
export interface PageAddress {
  /** The id of the release set. */
  readonly set: string;
  readonly path: string;
  /** The parameters that select the page, in a canonical order. */
  readonly search: string;
  /** Whether this is the page for visitors who save data. */
  readonly savesData?: boolean | undefined;
}

/** Returns the key of a page. It is unique among pages with and without a query. */
export const toKey = ({ set, path, search, savesData = false }: PageAddress): string => `${set} ${path}${search}${savesData ? ' saving' : ''}`;

/** The HTTP request that the page is for. Pages that the host refreshes in the background have none. */
interface PageRequest {
  readonly trace?: TraceContext | undefined;
  /** The visitor's IP address. */
  readonly visitor?: string | undefined;
  /** Called only for pages that must be composed. */
  readonly getClient?: () => PageClient;
}

/** Everything that is known about a request for a page. Each request has one context, and every step from the look-up to the response reads it. */
export interface PageContext extends PageRequest {
  readonly visit: Visit;
  /** The canonical URL of the page, with every parameter that the client sent. */
  readonly url: PageUrl;
  /** The remote that owns the path: undefined if none does, null if its owner cannot be loaded. */
  readonly owner: ActiveRemote | null | undefined;
  readonly address: PageAddress;
}

/** Returns the parameters that select a page, in a canonical order. `declaredParameters` are those of the remote that owns the path. */
export const selectQuery = (search: string, declaredParameters: readonly string[] = []): string => {
  if (search === '') return '';
  const parameters = [...new URLSearchParams(search)].filter(([name]) => PAGE_PARAMETERS.includes(name) || declaredParameters.includes(name));
  const selected = new URLSearchParams(parameters);
  selected.sort();
  return selected.size === 0 ? '' : `?${selected}`;
};

export const createPageContext = (visit: Visit, url: PageUrl, request: PageRequest = {}): PageContext => {
  const owner = findOwningRemote(visit.set, url.path);
  const search = selectQuery(url.search, owner?.release.query);
  return { ...request, visit, url, owner, address: { set: visit.set.browserSet.id, path: url.path, search, savesData: visit.savesData } };
};
