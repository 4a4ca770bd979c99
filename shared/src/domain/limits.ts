/**
 * Limits on the requests, texts and releases that visitors, editors and teams send. Each limit is defined once, for the provider, the host, the release checks
 * and the processes of remotes. The limits depend on each other: every text that can be saved must fit into a page that can be shown.
 */
export const LIMITS = {
  /** Maximum length of the path in a page's URL, as browsers send it. */
  pathCharacters: 1000,
  /** Maximum length of the query in a page's URL, including the question mark. */
  queryCharacters: 4000,
  /** Maximum length of a URL that a remote requests while it renders a page. Such a URL may contain parts of the page's URL, so it may be longer. */
  callCharacters: 8000,
  /**
   * Maximum number of requests that a remote makes while it renders a page, and the total characters of their responses. No page on this site comes close to
   * either limit.
   */
  renderCalls: 24,
  renderCharacters: 8 * 1024 * 1024,
  textCharacters: 200_000,
  /**
   * Maximum number of elements in one rich text: paragraphs, links, cells and so on. In the rendered HTML, each accounts for up to 1,300 characters and 40 tags
   * and texts.
   */
  textElements: 2000,
  htmlCharacters: 4 * 1024 * 1024,
  /** Maximum number of nodes (tags, texts and comments) in a remote's HTML. The largest pages on this site have a few thousand. */
  htmlTokens: 100_000,
  /** Maximum number of routes per remote. Every route is rendered when a release is checked. */
  routes: 500,
  /** Maximum size of one stylesheet, uncompressed. The largest stylesheet on this site is a third of this size. */
  stylesheetBytes: 128 * 1024,
  /** Maximum nesting depth of blocks in a stylesheet; a plain rule has a depth of one. */
  stylesheetDepth: 16,
} as const;
