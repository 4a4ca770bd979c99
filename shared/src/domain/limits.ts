/**
 * Limits on what a visitor, an editor or a team may send. Each limit is defined once, and the provider, the host, the release checks and the processes of
 * remotes read it from here. The limits depend on each other: a text that may be saved must fit into a page that may be shown.
 */
export const LIMITS = {
  /** Path of a page's URL, as browsers send it. */
  pathCharacters: 1000,
  /** Query of a page's URL, including the question mark. */
  queryCharacters: 4000,
  /** URL of a call that a remote makes while it renders a page. It is longer than a page's URL, because it may contain parts of that URL. */
  callCharacters: 8000,
  /** Calls that a remote makes while it renders a page, and the characters of their responses. Both are more than any page of this site needs. */
  renderCalls: 24,
  renderCharacters: 8 * 1024 * 1024,
  /** One rich text, including its tags. */
  textCharacters: 200_000,
  /** Elements of one rich text: paragraphs, links, cells and so on. Rendered as HTML, each takes up to 1,300 characters and 40 tags and texts. */
  textElements: 2000,
  /** HTML of a remote's part of a page. */
  htmlCharacters: 4 * 1024 * 1024,
  /** Tags, texts and comments of that HTML. The largest pages of this site have a few thousand, and each takes some of the host's time. */
  htmlTokens: 100_000,
  /** Routes of one remote. Every route is rendered when a release is checked. */
  routes: 500,
  /** One stylesheet, uncompressed. The largest stylesheet of this site is a third of this size. */
  stylesheetBytes: 128 * 1024,
  /** Nesting levels of blocks in a stylesheet; a plain rule has one. */
  stylesheetDepth: 16,
} as const;
