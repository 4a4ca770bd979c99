/**
 * The entry of the development build: of React and this shell for the page of a developer's machine, which shows one remote's working copy (docs/contracts/development.md).
 * It stands in the head: before the page is visible.
 */
import './fast-refresh.ts';
import { readPageData } from './federation/page-data.ts';
import { hasWorkingCopy, toDevelopedPage } from './federation/working-copy.ts';
import { start } from './start.tsx';

/** Hides the area that the server rendered. Allowed by a Content-Security-Policy that has hashes of style elements only. */
const hideArea = (): void => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync('#main { visibility: hidden }');
  document.adoptedStyleSheets = [sheet];
};

const begin = async (): Promise<void> => {
  const root = document.getElementById('site');
  const page = readPageData();
  if (root !== null && page !== undefined) await start(toDevelopedPage(page), root);
  document.adoptedStyleSheets = [];
};

if (hasWorkingCopy()) hideArea();
document.addEventListener('DOMContentLoaded', begin, { once: true });
