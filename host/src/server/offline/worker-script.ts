import { SAVED_PAGES_PATH } from '../../offline/saved-pages.ts';
import { INTRODUCTION_PLACE, OFFLINE_INTRODUCTION, SAVED_INTRODUCTION, SAVED_PLACE } from './offline-page.ts';
import { createSavedPagesScript } from './saved-pages-script.ts';

interface WorkerOptions {
  /** The edition that saved pages are signed with. It contains the id of the release set, so each release set has a different worker. */
  readonly edition: string;
  readonly publicKey: string;
  readonly offlinePage: string;
  /** The Content-Security-Policy of the offline page and of saved pages. */
  readonly savedPagePolicy: string;
  /** The paths that private remotes own: the staff area. */
  readonly privatePaths: readonly string[];
  /** The path of the site's own form service; undefined if forms go to another service, in which case the worker queues no forms. */
  readonly formPath: string | undefined;
}

/** Name of the cache with an entry for each queued form, and tag of its sync event. The quick exit deletes this cache with all others. */
const QUEUED_FORM = 'queued form';
/** Header of an entry: the time in milliseconds after which the form is no longer sent. */
const SENT_UNTIL = 'x-sent-until';

/**
 * Sends the queued forms. If one fails, rejects after all entries have been tried, so that browsers repeat the event. The key of an entry makes the form
 * service store the form once, even if a page sends it too. Pages may queue another form, or a changed version of this one, while an entry is being sent.
 * Neither is deleted.
 */
const createFormScript = (path: string): string => `
const sendQueued = async () => {
  if (!(await caches.has(${JSON.stringify(QUEUED_FORM)}))) return;
  const queue = await caches.open(${JSON.stringify(QUEUED_FORM)});
  const readKey = (response) => response && response.headers.get('idempotency-key');
  let failed = 0;
  for (const entry of await queue.keys()) {
    const kept = await queue.match(entry);
    const key = readKey(kept);
    if (kept && Date.now() < Number(kept.headers.get('${SENT_UNTIL}'))) {
      const headers = { accept: 'application/json', 'content-type': 'application/json', 'idempotency-key': key };
      const { status } = await fetch(${JSON.stringify(path)}, { method: 'POST', headers, body: await kept.text() });
      if (status === 429 || status >= 500) {
        failed = status;
        continue;
      }
    }
    if (readKey(await queue.match(entry)) === key) await queue.delete(entry);
  }
  if (failed) throw new Error('The form service responded with ' + failed + '.');
  if ((await queue.keys()).length === 0) await caches.delete(${JSON.stringify(QUEUED_FORM)});
};
addEventListener('sync', (event) => {
  if (event.tag === ${JSON.stringify(QUEUED_FORM)}) event.waitUntil(sendQueued());
});
`;

const NO_FORM_SCRIPT = `
const sendQueued = async () => {};
`;

const DELETE_ALL = `
const deleteAll = async () => {
  for (const name of await caches.keys()) await caches.delete(name);
};
`;

/**
 * Creates the service worker. It tries the network first. Without a network, it shows the pages that the visitor has saved, or the page with the helplines,
 * which is part of this script. It stores only what the visitor saves (`offline/saved-pages.ts` asks it to), and shows nothing stored at a private path. When
 * the connection is back, it sends the forms that pages have queued (docs/contracts/remote.md), only to the site's own form service. Browsers without
 * Background Sync notice the connection on the next visit.
 */
export const createWorkerScript = ({ edition, publicKey, offlinePage, savedPagePolicy, privatePaths, formPath }: WorkerOptions): string => `'use strict';
const PAGE = ${JSON.stringify(offlinePage)};
const POLICY = ${JSON.stringify(savedPagePolicy)};
const PRIVATE = ${JSON.stringify(privatePaths)};

addEventListener('install', () => skipWaiting());
addEventListener('activate', (event) => event.waitUntil((async () => {
  if (registration.navigationPreload) await registration.navigationPreload.enable();
  await clients.claim();
})()));

// Message from the quick exit (\`features/help/quick-exit.inline.ts\`), whose page closes before it can delete everything itself.
addEventListener('message', (event) => {
  exits += 1;
  event.waitUntil(deleteAll());
});
${DELETE_ALL}
const toPage = (body, status, policy) =>
  new Response(body, { status, headers: { 'content-type': 'text/html; charset=utf-8', 'content-security-policy': policy } });

const escapeText = (text) => text.replace(/[&<>"]/g, (character) => '&#' + character.charCodeAt(0) + ';');

const listSaved = async () => {
  const items = await Promise.all((await listNames()).map(async (name) => {
    const address = name.slice(PREFIX.length);
    const page = await findSaved(address);
    // The title is already escaped. The site's name is left out.
    const [, title] = /<title>([^<]*?)(?: \\| [^|<]*)?<\\/title>/.exec(page ? await page.text() : '') || [];
    return title === undefined ? '' : '<li><a href="' + escapeText(address) + '">' + (title || escapeText(address)) + '</a></li>';
  }));
  return items.join('');
};

const showOwnPage = async (status, introduction) => {
  const saved = await listSaved();
  const html = PAGE.replace(${JSON.stringify(INTRODUCTION_PLACE)}, introduction).replace(${JSON.stringify(SAVED_PLACE)}, () => saved === '' ? '<p>You have saved no pages yet.</p>' : '<ul>' + saved + '</ul>');
  return toPage(html, status, POLICY);
};

// The policy allows no script from a page that was saved before a release, so the script of the worker's own page replaces the first one. No remaining script
// applies the stylesheets.
const OWN_SCRIPT = /<script>[^]*?<\\/script>/;
const showSaved = async (page) => {
  const html = (await page.text()).replaceAll(' media="print"', '').replace(OWN_SCRIPT, () => OWN_SCRIPT.exec(PAGE)[0]);
  return toPage(html, 200, POLICY);
};

const isPrivate = (pathname) => PRIVATE.some((path) => pathname === path || pathname.startsWith(path + '/'));

const open = async (event, { pathname, search }) => {
  if (pathname === ${JSON.stringify(SAVED_PAGES_PATH)}) return showOwnPage(200, ${JSON.stringify(SAVED_INTRODUCTION)});
  try {
    const response = (await event.preloadResponse) || (await fetch(event.request));
    event.waitUntil(Promise.allSettled([sendQueued(), refreshSaved()]));
    return response;
  } catch {
    const saved = isPrivate(pathname) ? undefined : await findSaved(pathname + search);
    return saved === undefined ? showOwnPage(503, ${JSON.stringify(OFFLINE_INTRODUCTION)}) : showSaved(saved);
  }
};

const load = async (request) => {
  try {
    return await fetch(request);
  } catch {
    return (await findSigned(toAddress(request.url))) || Response.error();
  }
};

const RESOURCES = ['style', 'font', 'image'];

addEventListener('fetch', (event) => {
  const { request } = event;
  const url = new URL(request.url);
  if (url.origin !== location.origin) return;
  if (request.method === 'POST' && url.pathname === ${JSON.stringify(SAVED_PAGES_PATH)}) event.respondWith(savePage(request));
  if (request.method !== 'GET') return;
  // Private pages too: the browser has already requested the page, and would request it again without a response from here.
  if (request.mode === 'navigate') event.respondWith(open(event, url));
  else if (RESOURCES.includes(request.destination)) event.respondWith(load(request));
});
${createSavedPagesScript({ edition, publicKey })}${formPath === undefined ? NO_FORM_SCRIPT : createFormScript(formPath)}`;

/** The script for a site without a service worker. It deletes what the earlier worker stored, and unregisters it. */
export const UNREGISTERING_SCRIPT = `'use strict';
addEventListener('install', () => skipWaiting());
${DELETE_ALL}
addEventListener('activate', (event) => event.waitUntil((async () => {
  await deleteAll();
  await registration.unregister();
})()));
`;
