import { escapeHtml } from '@site/shared/domain/escape-html';
import { deleteCaches } from './delete-caches.ts';
import { INTRODUCTION_PLACEHOLDER, OFFLINE_INTRODUCTION, SAVED_INTRODUCTION, SAVED_PLACEHOLDER } from './offline-texts.ts';
import { QUEUED_FORM, sendQueuedForms } from './queued-forms.ts';
import { countExit, findSavedPage, findSigned, listSavedAddresses, refreshSavedPages, savePage, toAddress } from './saved-copies.ts';
import { SAVED_PAGES_PATH } from './saved-pages.ts';
import { type FetchEvent, onWorkerEvent } from './worker-events.ts';
import { offlinePage, privatePaths, savedPagePolicy } from './worker-settings.ts';

/**
 * The service worker. It tries the network first. Without a network, it shows the pages that the visitor has saved, or the page with the helplines, which is
 * part of this script. It stores only what the visitor saves (`saved-pages.ts` asks it to), and shows nothing stored at a private path. When the
 * connection is back, it sends the forms that pages have queued (docs/contracts/remote.md). Browsers without Background Sync notice the connection on the next
 * visit.
 */

declare const registration: ServiceWorkerRegistration;
declare const clients: { claim(): Promise<void> };
declare const skipWaiting: () => Promise<void>;

const toPage = (body: string, status: number): Response =>
  new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': savedPagePolicy } });

const listSavedPages = async (): Promise<string> => {
  const toItem = async (address: string): Promise<string> => {
    const page = await findSavedPage(address);
    // The title is already escaped. The site's name is left out.
    const [, title] = /<title>([^<]*?)(?: \| [^|<]*)?<\/title>/.exec((await page?.text()) ?? '') ?? [];
    return title === undefined ? '' : `<li><a href="${escapeHtml(address)}">${title || escapeHtml(address)}</a></li>`;
  };
  const items = (await Promise.all((await listSavedAddresses()).map(toItem))).join('');
  return items === '' ? '<p>You have saved no pages yet.</p>' : `<ul>${items}</ul>`;
};

const showOwnPage = async (status: number, introduction: string): Promise<Response> => {
  const saved = await listSavedPages();
  return toPage(
    offlinePage.replace(INTRODUCTION_PLACEHOLDER, introduction).replace(SAVED_PLACEHOLDER, () => saved),
    status,
  );
};

const SCRIPT = /<script>[\s\S]*?<\/script>/;

/**
 * The policy allows no script from a page that was saved before a release, so the script of the worker's own page replaces the first one. No remaining script
 * applies the stylesheets.
 */
const showSavedPage = async (page: Response): Promise<Response> => {
  const html = (await page.text()).replaceAll(' media="print"', '').replace(SCRIPT, () => SCRIPT.exec(offlinePage)?.[0] ?? '');
  return toPage(html, 200);
};

const isPrivate = (pathname: string): boolean => privatePaths.some((path) => pathname === path || pathname.startsWith(`${path}/`));

const openPage = async (event: FetchEvent, { pathname, search }: URL): Promise<Response> => {
  if (pathname === SAVED_PAGES_PATH) return showOwnPage(200, SAVED_INTRODUCTION);
  try {
    const response = (await event.preloadResponse) ?? (await fetch(event.request));
    event.waitUntil(Promise.allSettled([sendQueuedForms(), refreshSavedPages()]));
    return response;
  } catch {
    const saved = isPrivate(pathname) ? undefined : await findSavedPage(pathname + search);
    return saved === undefined ? showOwnPage(503, OFFLINE_INTRODUCTION) : showSavedPage(saved);
  }
};

const loadFile = async (request: Request): Promise<Response> => {
  try {
    return await fetch(request);
  } catch {
    return (await findSigned(toAddress(request.url))) ?? Response.error();
  }
};

const FILE_DESTINATIONS = ['style', 'font', 'image'];

onWorkerEvent('install', () => skipWaiting());
onWorkerEvent('activate', (event) => {
  const takeOver = async (): Promise<void> => {
    await registration.navigationPreload?.enable();
    await clients.claim();
  };
  event.waitUntil(takeOver());
});
// Message from the quick exit (`features/help/quick-exit.inline.ts`), whose page closes before it can delete everything itself.
onWorkerEvent('message', (event) => {
  countExit();
  event.waitUntil(deleteCaches());
});
onWorkerEvent('sync', (event) => {
  if (event.tag === QUEUED_FORM) event.waitUntil(sendQueuedForms());
});
onWorkerEvent('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === 'POST' && url.pathname === SAVED_PAGES_PATH) event.respondWith(savePage(request));
  if (request.method !== 'GET') return;
  // Private pages too: the browser has already requested the page, and would request it again without a response from here.
  if (request.mode === 'navigate') event.respondWith(openPage(event, url));
  else if (FILE_DESTINATIONS.includes(request.destination)) event.respondWith(loadFile(request));
});
