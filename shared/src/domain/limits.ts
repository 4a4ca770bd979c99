/**
 * How much of something a visitor, an editor or a team may send. Each limit is written once and read wherever it applies: by the provider, the host, the release checks and the
 * processes of remotes. They belong together: a text that may be saved becomes a page that may be shown.
 */
export const LIMITS = {
  /** Of the path of a page's URL, as browsers send it. */
  pathCharacters: 1000,
  /** Of its query, with the question mark. */
  queryCharacters: 4000,
  /** Of the address of a call that a remote makes while it renders a page. It is longer than a page's URL, parts of which it may contain. */
  callCharacters: 8000,
  /** Calls that a remote makes while it renders a page, and the characters of their responses. More than any page of this site needs. */
  renderCalls: 24,
  renderCharacters: 8 * 1024 * 1024,
  /** Of one rich text, with its tags. */
  textCharacters: 200_000,
  /** Elements of one rich text: paragraphs, links, cells and so on. As HTML each takes up to 1,300 characters and 40 tags and texts. */
  textElements: 2000,
  /** Of the HTML of a remote's part of a page. */
  htmlCharacters: 4 * 1024 * 1024,
  /** Tags, texts and comments of it. The largest pages of this site have a few thousand, and each takes some of the host's time. */
  htmlTokens: 100_000,
  /** Of one remote. Each is rendered when a release is examined. */
  routes: 500,
  /** Of one stylesheet, uncompressed. The largest one of this site has a third of it. */
  stylesheetBytes: 128 * 1024,
  /** Levels of blocks within blocks in a stylesheet; one for a plain rule. */
  stylesheetDepth: 16,
} as const;
