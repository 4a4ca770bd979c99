import { STALE_NOTICE_ID } from '../../layout/stale-notice-id.ts';
import css from './stale-notice.inline.css?inline';

/** Outside of what React renders, so that hydration finds the page as it was composed; the browser removes it on the first navigation. */
const STALE_NOTICE =
  `<p id="${STALE_NOTICE_ID}" role="status">This page may be out of date. ` +
  'We are having technical problems, so you are seeing the last saved version.</p>\n';

/** The HTML of a page with the notice before everything else. */
export const addStaleNotice = (html: string): string =>
  html.replace('</head>', () => `<style>${css}</style>\n</head>`).replace('<body>\n', () => `<body>\n${STALE_NOTICE}`);
