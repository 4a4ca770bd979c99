/** Id of the notice saying that a page was stored before an outage and may be out of date. */
export const STALE_NOTICE_ID = 'stale-notice';
