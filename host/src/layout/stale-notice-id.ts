/** The element that says on a page from before an outage that it may be out of date. */
export const STALE_NOTICE_ID = 'stale-notice';
