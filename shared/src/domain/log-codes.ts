/** One kind of warning or error in the servers' logs. */
interface LogCode {
  /** Codes are stable, but messages may be reworded. */
  readonly code: `SITE_${string}`;
  readonly remedy: string;
}

/** The host's log messages, with the code and the remedy of each. docs/error-codes.md is generated from the three tables. */
export const HOST_CODES = {
  'provider unreachable': {
    code: 'SITE_PROVIDER_UNREACHABLE',
    remedy: 'Check that the provider runs and that `PROVIDER_URL` is right. The host serves saved pages meanwhile.',
  },
  'provider reachable again': { code: 'SITE_PROVIDER_REACHABLE', remedy: 'Nothing: the outage is over.' },
  'the provider did not respond': {
    code: 'SITE_CALL_WITHOUT_RESPONSE',
    remedy: 'A single call failed. If it happens often, look for the `requestId` in the log of the provider.',
  },
  "could not verify the caller's role": {
    code: 'SITE_ROLE_UNVERIFIED',
    remedy: 'The provider did not confirm who calls "Website health". Check the provider, then try again.',
  },
  fault: {
    code: 'SITE_REMOTE_FAULT',
    remedy: 'Send `message`, `path` and `version` to the team of `remote`. If visitors are affected, run `npm run rollback`.',
  },
  'remote console output': { code: 'SITE_REMOTE_OUTPUT', remedy: 'Something that a remote printed. Send it to the team of `remote` if it looks like a fault.' },
  'page failed': {
    code: 'SITE_PAGE_FAILED',
    remedy: 'See `reason`: if it names a version, roll that remote back; if it names a call, check the provider.',
  },
  'request failed': { code: 'SITE_HOST_REQUEST_FAILED', remedy: 'A fault of the host. Report it with the stack in `reason`.' },
  'page not refreshed': { code: 'SITE_PAGE_NOT_REFRESHED', remedy: 'Visitors see the previous page. See `reason` and the lines before it.' },
  'remote left out of the sitemap': { code: 'SITE_SITEMAP_INCOMPLETE', remedy: 'See `reason`. The sitemap is complete again once the remote renders.' },
  'active version changed': { code: 'SITE_VERSION_CHANGED', remedy: 'Nothing: a release, a rollback or a blocked version. See `reason`.' },
  'canary started': { code: 'SITE_CANARY_STARTED', remedy: 'Nothing: `share` of the visitors get the version.' },
  'canary ended': { code: 'SITE_CANARY_ENDED', remedy: 'If `reason` is a fault, the team of `remote` should look at the faults of the version.' },
  'canary could not be ended': { code: 'SITE_CANARY_NOT_ENDED', remedy: 'The registry could not be written. Check the release store; the host tries again.' },
  'release rejected': {
    code: 'SITE_RELEASE_REJECTED',
    remedy: 'The version in `reason` cannot be loaded, so the previous one is served. Release again, or roll back.',
  },
  'release call': { code: 'SITE_RELEASE_CALL', remedy: 'Nothing, unless `outcome` is `failed`: then see `detail` and the release store.' },
  'registry unusable; serving its last valid generation': {
    code: 'SITE_REGISTRY_UNUSABLE',
    remedy: 'See `state`. `damaged`: check the keys and restore the registry. `unavailable`: check the release store.',
  },
  'registry usable again': { code: 'SITE_REGISTRY_USABLE', remedy: 'Nothing: the host follows the registry again.' },
  'registry watch failed': { code: 'SITE_REGISTRY_NOT_WATCHED', remedy: 'See `reason`. Check that the host may read and write `DATA_DIR`.' },
  'release store unreachable; using its cache': {
    code: 'SITE_STORE_UNREACHABLE',
    remedy: 'Check the object store and its settings. New releases arrive once it responds.',
  },
  'release history not written': { code: 'SITE_HISTORY_NOT_WRITTEN', remedy: 'Check the release store. The line before has the entry that is missing.' },
  'assets not published: only this host can serve them': {
    code: 'SITE_ASSETS_NOT_PUBLISHED',
    remedy: 'Check that the host may write the release store, then restart this host.',
  },
  'unused versions removed': { code: 'SITE_VERSIONS_REMOVED', remedy: 'Nothing: these versions were older than `RETENTION_DAYS`.' },
  'unused versions not removed': { code: 'SITE_VERSIONS_NOT_REMOVED', remedy: 'Check that the host may write the release store. It tries again.' },
  'uncaught error': { code: 'SITE_HOST_STOPPED', remedy: 'A fault of the host, which stops. Report it with the stack in `reason`.' },
  'version cannot be previewed': { code: 'SITE_PREVIEW_FAILED', remedy: 'See `reason`. The team of `remote` should publish the version again.' },
} as const satisfies Readonly<Record<string, LogCode>>;

/** Messages of the provider. */
export const PROVIDER_CODES = {
  'a request failed': {
    code: 'SITE_PROVIDER_REQUEST_FAILED',
    remedy: 'If `err` names the database or the disk, check it. Otherwise report it with the stack.',
  },
  security: { code: 'SITE_SECURITY', remedy: 'See `action` and `outcome`: a failed sign-in or a refused call. Many from one `address` are an attack.' },
  'a failed sign-in could not be recorded': { code: 'SITE_SIGN_IN_NOT_RECORDED', remedy: 'The audit log could not be written. Check the database.' },
  'authenticator apps cannot be used: DATA_KEY is not the key that their secrets were encrypted with': {
    code: 'SITE_DATA_KEY_CHANGED',
    remedy: 'Set `DATA_KEY` to its former value and restart the provider.',
  },
  'the image store cannot be reached: it was not compared with that of other providers': {
    code: 'SITE_IMAGE_STORE_NOT_COMPARED',
    remedy: 'Check the store of the images, then restart the provider.',
  },
  'storage unavailable': {
    code: 'SITE_STORAGE_UNAVAILABLE',
    remedy: 'See `store` and `reason`: check that disk, object store or database. No restart is needed.',
  },
  'storage available again': { code: 'SITE_STORAGE_AVAILABLE', remedy: 'Nothing: the store works again.' },
  'an email could not be sent': { code: 'SITE_EMAIL_NOT_SENT', remedy: 'Check `SMTP_URL` and the mail server. The email is not sent again.' },
  'a reply to an applicant could not be sent': { code: 'SITE_REPLY_NOT_SENT', remedy: 'The writer has been told. Check `SMTP_URL` and the mail server.' },
  'a link to reset a password could not be sent': {
    code: 'SITE_RESET_NOT_SENT',
    remedy: 'Check `SMTP_URL` and the mail server, and ask the user to try again.',
  },
  'an image was not exported: its file is missing': {
    code: 'SITE_EXPORT_IMAGE_MISSING',
    remedy: 'Restore the file of `image` from a backup, then export again.',
  },
  'an export failed': { code: 'SITE_EXPORT_FAILED', remedy: 'See `err`, then export again.' },
  'a file could not be imported': { code: 'SITE_IMPORT_FILE_FAILED', remedy: 'See `err`. The same ZIP can be imported again: what is already there stays.' },
  'the ZIP of an import was not deleted': { code: 'SITE_IMPORT_ZIP_LEFT', remedy: 'Check that the provider may delete files in `DATA_DIR`. It tries again.' },
  'page views could not be stored and will be retried': { code: 'SITE_VIEWS_NOT_STORED', remedy: 'Check the database. The views are kept meanwhile.' },
  'page views are lost': { code: 'SITE_VIEWS_LOST', remedy: 'The provider stopped while the database could not be written. Only statistics are affected.' },
  "the machine's clock differs from the database's, which is used: synchronise both": {
    code: 'SITE_CLOCK_DIFFERS',
    remedy: 'Synchronise the clocks of both machines, for example with chrony.',
  },
  "the machine's clock agrees with the database's again": { code: 'SITE_CLOCK_AGREES', remedy: 'Nothing: the clocks agree again.' },
  "the database's clock could not be read": { code: 'SITE_CLOCK_UNREAD', remedy: 'Check the database. The provider tries again every minute.' },
  'scheduled changes failed and will be retried': { code: 'SITE_SCHEDULE_FAILED', remedy: 'See `err`. Content is published late until this succeeds.' },
  'this provider could not be registered and will retry': { code: 'SITE_NOT_REGISTERED', remedy: 'Check the database.' },
  'the backup failed and will be retried': { code: 'SITE_BACKUP_FAILED', remedy: 'See `err`. Check the free space and the permissions of `BACKUP_FOLDER`.' },
  'retention failed and will be retried': { code: 'SITE_RETENTION_FAILED', remedy: 'See `err`. Data that is due is erased once this succeeds.' },
  'erased by retention': { code: 'SITE_RETENTION_ERASED', remedy: 'Nothing: personal data reached the end of its retention.' },
  'leftover files could not be deleted': { code: 'SITE_FILES_LEFT', remedy: 'Check that the provider may delete files in `DATA_DIR`. It tries again.' },
  'the links of changed texts were not read and will be read at night': { code: 'SITE_LINKS_NOT_READ', remedy: 'See `err`.' },
  'public search index not updated; will retry': {
    code: 'SITE_SEARCH_NOT_INDEXED',
    remedy: 'See `err`. Visitors do not find new content until this succeeds.',
  },
  'failed to delete unused search terms': { code: 'SITE_SEARCH_WORDS_LEFT', remedy: 'See `err`. Corrections may suggest words that no page has.' },
  'erasures not recorded; will retry': {
    code: 'SITE_ERASURES_NOT_RECORDED',
    remedy: 'See `err`. Until this succeeds, a restored backup may contain erased data again.',
  },
  'links were not checked and will be retried': { code: 'SITE_LINKS_NOT_CHECKED', remedy: 'See `err`.' },
  'no other site responded: links were not evaluated': { code: 'SITE_LINKS_OFFLINE', remedy: "Check the machine's access to the Internet." },
  'the provider stops because of an error': { code: 'SITE_PROVIDER_STOPPED', remedy: 'A fault of the provider. Report it with the stack in `err`.' },
} as const satisfies Readonly<Record<string, LogCode>>;

/** Messages of both servers. */
export const COMMON_CODES = {
  'traces not sent': { code: 'SITE_TRACES_NOT_SENT', remedy: 'Check the collector at `OTEL_EXPORTER_OTLP_ENDPOINT`.' },
  'warning of the runtime': { code: 'SITE_RUNTIME_WARNING', remedy: 'A warning of Node. Report it if it appears often.' },
} as const satisfies Readonly<Record<string, LogCode>>;

/** Codes for the last log line of a server that cannot start. */
export const START_CODES = {
  SITE_START_SETTING: 'A setting, the port or the data folder cannot be used. The message names it and what is expected.',
  SITE_START_FAILED: 'Anything else, for example a damaged file. The message has the stack.',
} as const;
export type StartCode = keyof typeof START_CODES;

const CODES: ReadonlyMap<string, LogCode> = new Map(Object.entries({ ...HOST_CODES, ...PROVIDER_CODES, ...COMMON_CODES }));

/** Returns the code of a log message; undefined for messages that are neither warnings nor errors. */
export const getLogCode = (message: string): string | undefined => CODES.get(message)?.code;
