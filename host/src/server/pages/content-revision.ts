const CHECK_INTERVAL_MS = 1000;
/** How long pages may be cached if the provider does not send revisions. */
const UNCOUNTED_LIFETIME_MS = 5000;
const CHECK_TIMEOUT_MS = 1500;

/** Identifies a state of the content. Undefined while the provider does not respond; cached pages must not be used then. */
type Revision = string | undefined;

/**
 * Returns the revision of the provider's content, by which pages are cached. Our provider counts its changes in the header
 * `x-content-revision`; with a server that does not, the revision changes every five seconds.
 */
export const createContentRevision = (providerUrl: string, now: () => number = Date.now) => {
  let last: { readonly revision: Revision; readonly at: number } | undefined;
  let pending: Promise<Revision> | undefined;

  const fetchRevision = async (): Promise<Revision> => {
    try {
      const response = await fetch(new URL('/api/revision', providerUrl), { redirect: 'error', signal: AbortSignal.timeout(CHECK_TIMEOUT_MS) });
      const counted = response.headers.get('x-content-revision');
      await response.body?.cancel();
      return counted === null ? `uncounted-${Math.floor(now() / UNCOUNTED_LIFETIME_MS)}` : `counted-${counted}`;
    } catch {
      // The page's loader will fail as well and report it.
      return undefined;
    }
  };

  const update = async (): Promise<Revision> => {
    const revision = await fetchRevision();
    last = { revision, at: now() };
    return revision;
  };

  /** The revision, at most a second old. Concurrent calls share one request. */
  return (): Promise<Revision> => {
    if (last !== undefined && now() - last.at < CHECK_INTERVAL_MS) return Promise.resolve(last.revision);
    pending ??= update().finally(() => {
      pending = undefined;
    });
    return pending;
  };
};
export type ContentRevision = ReturnType<typeof createContentRevision>;
