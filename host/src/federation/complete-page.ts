import { withinBudget } from './load-budget.ts';
import { RemoteUnavailableError } from './load-remote.ts';
import { getSiteDataUrl, type PageData, type SiteData } from './page-data.ts';

/**
 * Creates a function that adds the parts that the HTML left out to the page's configuration and release set. It fetches them once, and again after a failure;
 * existing parts stay. It rejects with a RemoteUnavailableError, because pages of other remotes and later renders may need these parts.
 */
export const createSiteDataLoader = ({ set, site, rest }: Pick<PageData, 'set' | 'site' | 'rest'>) => {
  let pending: Promise<void> | undefined;
  const complete = async (id: string): Promise<void> => {
    try {
      const response = await withinBudget(fetch(getSiteDataUrl(id)));
      if (!response.ok) throw new Error(String(response.status));
      // The host's server and script come from the same build, so the response has this type.
      const all = (await response.json()) as SiteData;
      Object.assign(site, all.site);
      Object.assign(set.remotes, { ...all.remotes, ...set.remotes });
    } catch (error) {
      pending = undefined;
      throw new RemoteUnavailableError('', error);
    }
  };
  return (): Promise<void> => {
    pending ??= rest === undefined ? Promise.resolve() : complete(rest);
    return pending;
  };
};
