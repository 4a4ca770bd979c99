import { withinBudget } from './load-budget.ts';
import { RemoteUnavailableError } from './load-remote.ts';
import { getSiteDataUrl, type PageData, type SiteData } from './page-data.ts';

/**
 * Creates a function that fetches the parts of the configuration and the release set that the page's HTML omits. The function fetches the parts once, retries
 * after a failure, and keeps remotes that are already in the set. It rejects with a RemoteUnavailableError, because pages of other remotes and later renders
 * may need these parts.
 */
export const createSiteDataLoader = ({ set, site, rest }: Pick<PageData, 'set' | 'site' | 'rest'>) => {
  let pending: Promise<void> | undefined;
  const fetchMissingData = async (id: string): Promise<void> => {
    try {
      const response = await withinBudget(fetch(getSiteDataUrl(id)));
      if (!response.ok) throw new Error(String(response.status));
      // The host's server and script come from the same build, so the response has this type.
      const siteData = (await response.json()) as SiteData;
      Object.assign(site, siteData.site);
      Object.assign(set.remotes, { ...siteData.remotes, ...set.remotes });
    } catch (error) {
      pending = undefined;
      throw new RemoteUnavailableError('', error);
    }
  };
  return (): Promise<void> => {
    pending ??= rest === undefined ? Promise.resolve() : fetchMissingData(rest);
    return pending;
  };
};
