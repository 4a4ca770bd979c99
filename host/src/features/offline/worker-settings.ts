/** What the host tells the service worker. The worker of each release set differs in `edition`, so browsers install it. */
export interface WorkerSettings {
  /** The edition that saved pages are signed with. It contains the id of the release set. */
  readonly edition: string;
  /** See `createCopySigner`. */
  readonly publicKey: string;
  readonly offlinePage: string;
  /** The Content-Security-Policy of the offline page and of saved pages. */
  readonly savedPagePolicy: string;
  /** The paths that private remotes own: the staff area. */
  readonly privatePaths: readonly string[];
  /** The path of the site's own form service; undefined if forms go to another service, in which case the worker sends no queued forms. */
  readonly formPath?: string | undefined;
}

declare const SETTINGS: WorkerSettings;

export const { edition, publicKey, offlinePage, savedPagePolicy, privatePaths, formPath } = SETTINGS;
