/** Size of the cache of pages with a query, relative to the cache of pages without one. */
const QUERY_SHARE = 0.25;

/**
 * Creates separate caches for pages without and with a query. A site has a limited number of pages without a query, but clients can invent any number of
 * queries. A flood of these evicts only other pages with a query. `create` receives its cache's share of the limits.
 */
export const createSplitCache = <Cache>(create: (share: number) => Cache) => {
  const [pages, queries] = [create(1), create(QUERY_SHARE)];
  return {
    of: ({ search }: { readonly search: string }): Cache => (search === '' ? pages : queries),
    all: [pages, queries] as const,
  };
};
