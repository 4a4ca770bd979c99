import { SCRIPT_CLASS } from './display-preferences.ts';

/**
 * Runs in the head, before the first paint. It applies the stored theme and calm mode, and marks that scripts run (`js`). After a reload or "Back", or if the
 * URL has a fragment, it also sets `data-whole`: the page then has its full height, so that the browser scrolls to the exact position.
 */
const { classList, dataset } = document.documentElement;
classList.add(SCRIPT_CLASS);
if (performance.navigation?.type || location.hash) dataset.whole = '';
try {
  const { cookie } = document;
  const theme = /\btheme=(light|dark)\b/.exec(cookie);
  if (theme) dataset.theme = theme[1];
  if (/\bcalm=on\b/.test(cookie)) dataset.calm = '';
} catch {}
