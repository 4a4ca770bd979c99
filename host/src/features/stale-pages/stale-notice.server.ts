import { STALE_NOTICE_ID } from '../../layout/stale-notice-id.ts';
import css from './stale-notice.inline.css?inline';

/**
 * Notice above the content of an outdated page. React does not render the notice, so hydration finds the page unchanged. The browser removes the notice on the
 * first navigation.
 */
const STALE_NOTICE =
  `<p id="${STALE_NOTICE_ID}" role="status">This page may be out of date. ` +
  'We are having technical problems, so you are seeing the last saved version.</p>\n';

/** Returns the page's HTML with the notice at the start of the body. */
export const addStaleNotice = (html: string): string =>
  html.replace('</head>', () => `<style>${css}</style>\n</head>`).replace('<body>\n', () => `<body>\n${STALE_NOTICE}`);
