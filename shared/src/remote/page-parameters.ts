/**
 * The query parameters that select another page, on any page of the site. The server ignores all others, such as those of newsletters and social networks: they are neither
 * part of the key of a cached page nor passed to loaders. A remote that needs another one declares it (`query` in its `rspack.config.ts`).
 */
export const PAGE_PARAMETERS: readonly string[] = ['album', 'category', 'month', 'page', 'photo', 'q', 'sort', 'tag', 'upcoming', 'year'];
