/**
 * Query parameters that select a different page, on any page of the site. The server ignores all other parameters, for example those of newsletters and social
 * networks: they are not part of a cached page's key, and loaders do not receive them. A remote declares additional parameters as `query` in its
 * `rspack.config.ts`.
 */
export const PAGE_PARAMETERS: readonly string[] = ['album', 'category', 'month', 'page', 'photo', 'q', 'sort', 'tag', 'upcoming', 'year'];
