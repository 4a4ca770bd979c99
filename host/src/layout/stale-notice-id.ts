/** Id of the notice that a page from before an outage may be out of date. */
export const STALE_NOTICE_ID = 'stale-notice';
