import { join } from 'node:path';
import { createReleaseStore } from '@site/releases/release-store';
import { root } from '../servers.ts';
import { runInPage } from './driver.ts';
import { waitUntil } from './until.ts';
import type { ViewChecker } from './views.ts';
import { byCss, byRole, heading, type Visitor, within } from './visitor.ts';

/** Ten pages from all remotes that together use most of the stylesheets. The order switches between remotes and returns to each of them. */
export const VISITED_PATHS = [
  '/',
  '/about',
  '/news',
  '/volunteer',
  '/events',
  '/donate',
  '/gallery',
  '/programs/navigate',
  '/search?q=schools',
  '/login',
] as const;

const RELEASED_REMOTE = { remote: 'news-events', path: '/events' } as const;

export const visitTwice = async (visitor: Visitor, { check }: ViewChecker): Promise<void> => {
  for (const visit of ['cold', 'warm'])
    for (const path of VISITED_PATHS) {
      await visitor.open(path);
      await check(visit, path);
    }
};

interface HistoryOptions {
  /** Whether the browser has a back/forward cache. Old headless builds of Chromium have none. */
  readonly hasBackForwardCache: boolean;
}

export const goBackAndForward = async (visitor: Visitor, { check, problems }: ViewChecker, { hasBackForwardCache }: HistoryOptions): Promise<void> => {
  await visitor.open('/about');
  // Set an attribute that is lost unless the page comes from the back/forward cache.
  await runInPage(visitor.driver, () => document.documentElement.setAttribute('data-kept', ''));
  await visitor.open('/events');
  await check('left', '/events');
  await visitor.goBack();
  await visitor.seePath(/^\/about$/);
  await check('back', '/about');
  const isFromCache = await runInPage(visitor.driver, () => document.documentElement.hasAttribute('data-kept'));
  if (hasBackForwardCache && !isFromCache) problems.push('back /about: the page does not come from the back/forward cache');
  await visitor.goForward();
  await visitor.seePath(/^\/events$/);
  await check('forward', '/events');
  await visitor.driver.reload();
  await check('reload', '/events');
};

const followMenu = async (visitor: Visitor, name: string): Promise<void> => {
  await visitor.click(within(byRole('banner'), byCss('summary')));
  await visitor.click(within(within(byRole('banner'), byCss('details')), byRole('link', name)));
};

export const navigate = async (visitor: Visitor, { check }: ViewChecker): Promise<void> => {
  await visitor.open('/');
  await followMenu(visitor, 'About Us');
  await visitor.see(heading(1, 'Empowering Youth for a Better Tomorrow'));
  await check('navigation', '/about');
  await followMenu(visitor, 'Gallery');
  await visitor.see(heading(1, 'Our Gallery'));
  await check('navigation', '/gallery');
  await visitor.goBack();
  await visitor.seePath(/^\/about$/);
  await visitor.see(heading(1, 'Empowering Youth for a Better Tomorrow'));
  await check('navigation back', '/about');
  await visitor.goForward();
  await visitor.see(heading(1, 'Our Gallery'));
  await check('navigation forward', '/gallery');
};

export const openSecondTab = async (visitor: Visitor, { check }: ViewChecker): Promise<void> => {
  await visitor.open('/about');
  await visitor.driver.openTab();
  for (const path of ['/about', '/news']) {
    await visitor.open(path);
    await check('second tab', path);
  }
  await visitor.driver.closeTab();
  await visitor.driver.reload();
  await check('first tab', '/about');
};

/** Visits a page before a release, after it, and after a return to the first version, whose files are in the browser's cache. */
export const returnAfterReleases = async (visitor: Visitor, { check }: ViewChecker): Promise<void> => {
  const { remote, path } = RELEASED_REMOTE;
  const store = createReleaseStore(join(visitor.site.dataFolder, 'releases'));
  await visitor.open(path);
  for (const version of ['1.0.1', '1.0.0']) {
    await store.activate(await store.publish(remote, version, join(root, `remote-${remote}/dist`)));
    await waitUntil(
      `version ${version} of ${remote}`,
      async () => (await fetch(`${visitor.site.url}${path}`)).text(),
      (html) => html.includes(`/_mf/${remote}/${version}-`),
    );
    for (const visit of ['after a release', 'again after a release']) {
      await visitor.open(path);
      await check(visit, path);
    }
  }
};
