/**
 * Limits on what a visitor, an editor or a team may send. Each limit is defined once, for the provider, the host, the release checks and the processes of
 * remotes. The limits depend on each other: a text that may be saved must fit into a page that may be shown.
 */
export const LIMITS = {
  /** Path of a page's URL, as browsers send it. */
  pathCharacters: 1000,
  /** Query of a page's URL, including the question mark. */
  queryCharacters: 4000,
  /** URL of a request that a remote makes while it renders a page. It may contain parts of the page's URL, so it may be longer. */
  callCharacters: 8000,
  /** Requests that a remote makes while it renders a page, and the total characters of their responses. No page of this site comes close to either limit. */
  renderCalls: 24,
  renderCharacters: 8 * 1024 * 1024,
  textCharacters: 200_000,
  /** Elements of one rich text: paragraphs, links, cells and so on. In the rendered HTML, each takes up to 1,300 characters and 40 tags and texts. */
  textElements: 2000,
  htmlCharacters: 4 * 1024 * 1024,
  /** Maximum number of nodes (tags, texts and comments) in a remote's HTML, because each takes some of the host's time. The largest pages of this site have a few thousand. */
  htmlTokens: 100_000,
  /** Routes of one remote. Every route is rendered when a release is checked. */
  routes: 500,
  /** One stylesheet, uncompressed. The largest stylesheet of this site is a third of this size. */
  stylesheetBytes: 128 * 1024,
  /** Nesting levels of blocks in a stylesheet; a plain rule has one. */
  stylesheetDepth: 16,
} as const;
