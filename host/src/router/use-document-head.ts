import type { SiteConfig } from '@site/shared/contracts/site';
import { useEffect, useRef } from 'react';
import { useLocation, useMatches, useNavigation } from 'react-router-dom';
import { STALE_NOTICE_ID } from '../layout/stale-notice-id.ts';
import { createDocumentHead } from './page-head.ts';

const setContent = (selector: string, value: string): void => {
  for (const element of document.head.querySelectorAll(selector)) element.setAttribute(element.tagName === 'LINK' ? 'href' : 'content', value);
};

/** Updates title, description and link preview after a navigation, and moves the focus to the beginning of the new page. */
export const useDocumentHead = (site: SiteConfig): void => {
  const { pathname, key } = useLocation();
  const matches = useMatches();
  const { state } = useNavigation();
  const lastPath = useRef(pathname);
  const head = createDocumentHead(
    matches.map(({ handle, loaderData }) => ({ handle, data: loaderData })),
    site,
    pathname,
  );

  useEffect(() => {
    if (document.title !== head.title) document.title = head.title;
    setContent('meta[property="og:title"],meta[name="twitter:title"]', head.shareTitle);
    setContent('meta[property="og:type"]', head.type);
    setContent('meta[name$="description"],meta[property="og:description"]', head.description);
    setContent('meta[property="og:image"],meta[name="twitter:image"]', head.image);
    setContent('meta[property="og:image:alt"]', head.imageAlt);
    setContent('meta[property="og:url"]', head.share);
    setContent('link[rel="canonical"]', head.canonical);
  }, [head.title, head.shareTitle, head.description, head.canonical, head.share, head.type, head.image, head.imageAlt]);

  useEffect(() => {
    // Of the page that the server sent, which has this key.
    if (key !== 'default') document.getElementById(STALE_NOTICE_ID)?.remove();
  }, [key]);

  useEffect(() => {
    if (state !== 'idle' || lastPath.current === pathname) return;
    lastPath.current = pathname;
    // A screen reader reads the new page, and Tab continues from its beginning, as after a full load.
    document.getElementById('main')?.focus({ preventScroll: true });
  }, [pathname, state]);
};
