/**
 * Whether what the provider holds has changed since a page was composed. Our provider counts its changes in the header
 * `x-content-revision`; with a server that does not, a page may stand for five seconds (interface.md, `PROVIDER_URL`).
 */
const CHECK_INTERVAL_MS = 1000;
const UNCOUNTED_LIFE_MS = 5000;
const CHECK_LIMIT_MS = 1500;

/** A name for the state of the content: equal names, equal content. Undefined while the provider does not answer: nothing may be reused then. */
export type Revision = string | undefined;

export const createContentRevision = (providerUrl: string, now: () => number = Date.now) => {
  let last: { readonly revision: Revision; readonly at: number } | undefined;
  let checking: Promise<Revision> | undefined;

  const ask = async (): Promise<Revision> => {
    try {
      const response = await fetch(new URL('/api/revision', providerUrl), { signal: AbortSignal.timeout(CHECK_LIMIT_MS) });
      const counted = response.headers.get('x-content-revision');
      await response.body?.cancel();
      return counted === null ? `uncounted-${Math.floor(now() / UNCOUNTED_LIFE_MS)}` : `counted-${counted}`;
    } catch {
      // A provider that is away has no revision; the page's own loader meets the same silence and says so.
      return undefined;
    }
  };

  const check = async (): Promise<Revision> => {
    const revision = await ask();
    last = { revision, at: now() };
    return revision;
  };

  /** The revision as it was at most a second ago. Many pages at once cause one question. */
  return (): Promise<Revision> => {
    if (last !== undefined && now() - last.at < CHECK_INTERVAL_MS) return Promise.resolve(last.revision);
    checking ??= check().finally(() => {
      checking = undefined;
    });
    return checking;
  };
};
