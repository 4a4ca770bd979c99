import { PREVIEW_PATH } from '@site/releases/manifest';
import type { Preview } from '@site/releases/preview';
import { SITE_TIME_ZONE } from '@site/shared/domain/dates';
import { escapeHtml } from '@site/shared/domain/escape-html';

const formatTime = new Intl.DateTimeFormat('en-GB', { timeZone: SITE_TIME_ZONE, weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** Above the widgets in the corners of the window, or between them where there is room. The space at the end of the page is for its last lines: in the footer, where there is one. */
const CSS = `
.preview-bar {
  position: fixed;
  inset-block-end: 80px;
  inset-inline: var(--space-16);
  z-index: var(--z-widget);
  display: flex;
  align-items: center;
  gap: var(--space-16);
  inline-size: fit-content;
  margin-inline: auto;
  padding: var(--space-8) var(--space-8) var(--space-8) var(--space-16);
  border: 2px solid var(--white);
  border-inline-start: 6px solid var(--sun-500);
  border-radius: var(--r-sm);
  background: var(--brand-deep);
  box-shadow: var(--e3);
  color: var(--on-deep);
  font-size: var(--fs-small);
  line-height: 1.4;
}
.preview-bar p { margin: 0; overflow-wrap: anywhere; }
.preview-bar b { display: block; }
.preview-bar a {
  display: inline-flex;
  flex: none;
  align-items: center;
  min-block-size: 48px;
  padding-inline: var(--space-16);
  border-radius: var(--r-btn);
  background: var(--sun-500);
  color: var(--on-sun);
  font-weight: 700;
  text-decoration: none;
}
.preview-bar a:hover { background: var(--sun-hover); }
body:not(:has(footer[data-ground])) { padding-block-end: 208px; }
#site footer[data-ground] { padding-block-end: 208px; }
@media (min-width: 1280px) {
  .preview-bar { inset-block-end: var(--space-24); }
  body:not(:has(footer[data-ground])) { padding-block-end: 112px; }
  #site footer[data-ground] { padding-block-end: 112px; }
}
@media print { .preview-bar { display: none; } }
`;

export const PREVIEW_BAR_CSS = CSS.replaceAll(/\s*\n\s*/g, ' ');

/** Outside of what React renders, so it stays on client navigations and needs no script. */
export const createPreviewBar = ({ remote, version, expiresAt }: Preview): string =>
  `<aside class="preview-bar" aria-label="Preview"><p><b>Preview of ${escapeHtml(remote)} ${escapeHtml(version)}</b>` +
  `Not released. The preview ends at ${formatTime.format(expiresAt)}, Lagos time</p><a href="${PREVIEW_PATH}/end">End preview</a></aside>\n`;
