import { withinBudget } from './load-budget.ts';
import { RemoteUnavailableError } from './load-remote.ts';
import { getSiteDataAddress, type PageData, type SiteData } from './page-data.ts';

/**
 * Adds the parts that the HTML left out to the page's configuration and set, once; existing parts stay. After a failure the next call tries again. Rejects with
 * a RemoteUnavailableError, because pages of other remotes and later renders may need these parts.
 */
export const createCompletion = ({ set, site, rest }: Pick<PageData, 'set' | 'site' | 'rest'>) => {
  let pending: Promise<void> | undefined;
  const complete = async (id: string): Promise<void> => {
    try {
      const response = await withinBudget(fetch(getSiteDataAddress(id)));
      if (!response.ok) throw new Error(String(response.status));
      // Host server and host script come from one build, so the response has this type.
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
