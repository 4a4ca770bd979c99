/** Size of the cache of pages with a query, as a share of that of pages without one. */
const QUERY_SHARE = 0.25;

/**
 * Two caches in place of one: of pages without a query there are as many as the site has, while a client can make up any number of those with one. A flood of these displaces
 * its own kind, and never a page that visitors use. `create` gets the share of the limits that the cache has.
 */
export const createSplitCache = <Cache>(create: (share: number) => Cache) => {
  const [pages, queries] = [create(1), create(QUERY_SHARE)];
  return {
    of: ({ search }: { readonly search: string }): Cache => (search === '' ? pages : queries),
    all: [pages, queries] as const,
  };
};
