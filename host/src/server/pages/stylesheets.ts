import { escapeHtml } from '@site/shared/domain/escape-html';
import { LOADING_MARK, PAGE_STYLES_ID } from '../../federation/page-data.ts';
import type { Stylesheet } from '../remotes/usable-version.ts';
import { VOID_ELEMENTS } from './void-elements.ts';

/**
 * How a page loads its stylesheets (docs/decisions/064-stylesheets-stay-where-they-are.md). The links stay in the head from the first byte to the last
 * navigation, and no script moves a working one. `start.tsx` requests late stylesheets again, and `repair-stylesheets.ts` replaces lost ones. The links start
 * with a medium that does not match, so that they do not delay painting. They get the medium `all` together, so that the browser computes the styles once.
 * Until then everything below the fold is hidden. Without script, the same stylesheets are linked at the fold.
 */

/** Attribute of the root element while everything below the fold is hidden. */
const FOLD_ATTRIBUTE = 'data-fold';
const TAG = /<(\/?)([a-z][a-z0-9]*)[^>]*>/gi;

/**
 * Returns the rule that hides everything after `htmlAboveFold` until the stylesheets apply: in each element that is open at its end, the children after
 * the last one so far. `htmlAboveFold` is the start of the content of the element with the id `site`, as React writes it: attributes contain no `>`.
 */
export const hideBelowFold = (htmlAboveFold: string): string => {
  const children = [0];
  for (const [, closing, name = ''] of htmlAboveFold.matchAll(TAG)) {
    if (closing === '/') children.pop();
    else {
      children[children.length - 1] = (children.at(-1) ?? 0) + 1;
      if (!VOID_ELEMENTS.has(name.toLowerCase())) children.push(0);
    }
  }
  let parent = `[${FOLD_ATTRIBUTE}] #site`;
  const selectors = children.map((count) => {
    const selector = `${parent}>:nth-child(n+${count + 1})`;
    parent = `${parent}>:nth-child(${count})`;
    return selector;
  });
  return `${selectors.join()}{display:none!important}`;
};

const renderLink = ({ href, integrity, mark }: Omit<Stylesheet, 'css'>, attributes = ''): string =>
  `<link rel="stylesheet"${attributes} href="${escapeHtml(href)}" integrity="${integrity}" crossorigin${mark === undefined ? '' : ` data-rspack="${escapeHtml(mark)}"`}>`;

/** Renders the links in the head. A remote's links are marked as loading, so that its runtime waits for them instead of requesting them again. */
export const renderStylesheets = (sheets: readonly Stylesheet[]): string =>
  sheets.map((sheet) => renderLink(sheet, ` media="print"${sheet.mark === undefined ? '' : ` ${LOADING_MARK}="1"`}`)).join('');

/** Renders the links at the fold for browsers that run no script. `takeStylesheetList` removes them before React sees them. */
export const renderStylesheetsWithoutScript = (sheets: readonly Stylesheet[]): string =>
  `<noscript id="${PAGE_STYLES_ID}">${sheets.map(({ href, integrity }) => renderLink({ href, integrity })).join('')}</noscript>`;
