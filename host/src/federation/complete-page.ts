import { withinBudget } from './load-budget.ts';
import { RemoteUnavailableError } from './load-remote.ts';
import { getSiteDataAddress, type PageData, type SiteData } from './page-data.ts';

/**
 * Adds what the HTML left out to the page's configuration and set, once; what they have stays. After a failure the next call tries again: it rejects with a
 * RemoteUnavailableError, because pages of other remotes, and what else is rendered from now on, may need it.
 */
export const createCompletion = ({ set, site, rest }: Pick<PageData, 'set' | 'site' | 'rest'>) => {
  let pending: Promise<void> | undefined;
  const complete = async (id: string): Promise<void> => {
    try {
      const response = await withinBudget(fetch(getSiteDataAddress(id)));
      if (!response.ok) throw new Error(String(response.status));
      // Host server and host script are one build: the response has this type.
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
