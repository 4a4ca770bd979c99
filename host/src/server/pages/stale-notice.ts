import { STALE_NOTICE_ID } from '../../layout/stale-notice-id.ts';

const CSS = `
#${STALE_NOTICE_ID} {
  margin: 0;
  padding: var(--space-12) var(--space-16);
  border-block-end: 4px solid var(--sun-500);
  background: var(--brand-deep);
  color: var(--on-deep);
  font-size: var(--fs-small);
  line-height: 1.5;
  text-align: center;
  text-wrap: balance;
}
@media print { #${STALE_NOTICE_ID} { border: 0; background: none; color: inherit; } }
`;

export const STALE_NOTICE_CSS = CSS.replaceAll(/\s*\n\s*/g, ' ');

/** Outside of what React renders, so that hydration finds the page as it was composed; the browser removes it on the first navigation. */
const STALE_NOTICE =
  `<p id="${STALE_NOTICE_ID}" role="status">This page may be out of date. ` +
  'We are having technical problems, so you are seeing the last saved version.</p>\n';

/** The HTML of a page with the notice before everything else. */
export const addStaleNotice = (html: string): string =>
  html.replace('</head>', () => `<style>${STALE_NOTICE_CSS}</style>\n</head>`).replace('<body>\n', () => `<body>\n${STALE_NOTICE}`);
