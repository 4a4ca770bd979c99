import { PREVIEW_PATH } from '@site/releases/manifest';
import type { Preview } from '@site/releases/preview';
import { SITE_TIME_ZONE } from '@site/shared/domain/dates';
import { escapeHtml } from '@site/shared/domain/escape-html';

const formatTime = new Intl.DateTimeFormat('en-GB', { timeZone: SITE_TIME_ZONE, weekday: 'short', hour: '2-digit', minute: '2-digit' });

/** Creates the preview bar. React does not render the bar, so it survives client navigations and needs no script. */
export const createPreviewBar = ({ remote, version, expiresAt }: Preview): string =>
  `<aside class="preview-bar" aria-label="Preview"><p><b>Preview of ${escapeHtml(remote)} ${escapeHtml(version)}</b>` +
  `Not released. The preview ends at ${formatTime.format(expiresAt)}, Lagos time</p><a href="${PREVIEW_PATH}/end">End preview</a></aside>\n`;
