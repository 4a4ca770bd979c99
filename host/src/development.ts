/**
 * Entry of the development build, which shows one remote's working copy on a developer's machine (docs/contracts/development.md). The script is in the head, so
 * that it runs before the page is visible.
 */
import './fast-refresh.ts';
import { readPageData } from './federation/page-data.ts';
import { hasWorkingCopy, toDevelopmentPage } from './federation/working-copy.ts';
import { start } from './start.tsx';

/** Hides the area that the server rendered. Uses a constructed style sheet, because the Content-Security-Policy allows style elements only by hash. */
const hideArea = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('#main { visibility: hidden }');
  document.adoptedStyleSheets = [sheet];
};

const startDevelopment = async (): Promise<void> => {
  const root = document.getElementById('site');
  const page = readPageData();
  if (root !== null && page !== undefined) await start(toDevelopmentPage(page), root);
  document.adoptedStyleSheets = [];
};

if (hasWorkingCopy()) hideArea();
document.addEventListener('DOMContentLoaded', startDevelopment, { once: true });
