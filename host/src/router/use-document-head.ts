import type { SiteConfig } from '@site/shared/contracts/site';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigation } from 'react-router-dom';
import { hasExited } from '../federation/leaving.ts';
import { getPageHead, toPageIdentity } from '../federation/page-head.ts';
import { STALE_NOTICE_ID } from '../layout/stale-notice-id.ts';

/**
 * Updates title, description and canonical URL after a navigation, and moves the focus to the start of the new page. Link previews use the HTML that the server
 * sends.
 */
export const useDocumentHead = (site: SiteConfig): void => {
  const { pathname, key, state: locationState } = useLocation();
  const matches = useMatches();
  const { state } = useNavigation();
  const lastPath = useRef(pathname);
  const head = toPageIdentity(getPageHead(matches.map(({ handle, loaderData }) => ({ handle, data: loaderData }))), site, pathname);

  useEffect(() => {
    if (!hasExited() && document.title !== head.title) document.title = head.title;
    document.head.querySelector('meta[name="description"]')?.setAttribute('content', head.description);
    document.head.querySelector('link[rel="canonical"]')?.setAttribute('href', head.canonical);
  }, [head.title, head.description, head.canonical]);

  useEffect(() => {
    // Remove the notice after the first page, whose history entry has the key `default`.
    if (key !== 'default') document.getElementById(STALE_NOTICE_ID)?.remove();
  }, [key]);

  useEffect(() => {
    if (state !== 'idle' || lastPath.current === pathname) return;
    lastPath.current = pathname;
    // Keep the focus if the user is working in the page and only its URL has changed, for example on the first save of a new document.
    if (document.activeElement?.matches(locationState?.keepsFocus ? '#main *' : '#main :is(input, textarea, select, [contenteditable])') === true) return;
    // Moving the focus makes a screen reader read the new page, and Tab continues from its beginning, as after a full load.
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, state, locationState]);
};
