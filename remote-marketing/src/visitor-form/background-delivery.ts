import type { ApplicationKind } from '@site/shared/contracts/application';

/**
 * Name of the cache and of the sync event. The host's service worker sends the cached form when the connection returns. In browsers with Background Sync, this
 * works even after the site's last page was closed; in other browsers, the form is sent on the next visit (docs/contracts/remote.md).
 */
const QUEUE_NAME = 'queued form';

/** The property of a registration that only browsers with Background Sync have (https://wicg.github.io/background-sync/spec/). */
interface WithBackgroundSync {
  readonly sync?: { register(tag: string): Promise<void> };
}

interface QueuedForm {
  readonly kind: ApplicationKind;
  readonly url: string;
  readonly body: string;
  /** Ensures that the form service stores the form only once, although the next page on the site also sends it. */
  readonly idempotencyKey: string;
  /** Time in milliseconds. */
  readonly sentUntil: number;
}

const toQuery = (kind: ApplicationKind): string => (kind === 'volunteer' ? '' : `?${kind}`);

/** Queues the form for the service worker. Does nothing if there is no service worker or the browser refuses; the next page then sends the form. */
export const deliverInBackground = async ({ kind, url, body, idempotencyKey, sentUntil }: QueuedForm): Promise<void> => {
  try {
    const registration: (ServiceWorkerRegistration & WithBackgroundSync) | undefined = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return;
    const cache = await caches.open(QUEUE_NAME);
    // Each form has its own entry, distinguished by the query. The worker posts them all to the URL without the query.
    await cache.put(`${url}${toQuery(kind)}`, new Response(body, { headers: { 'idempotency-key': idempotencyKey, 'x-sent-until': String(sentUntil) } }));
    await registration.sync?.register(QUEUE_NAME);
  } catch {}
};

/** Cancels the delivery because the form was delivered, or because the visitor has changed or cleared it. */
export const stopBackgroundDelivery = async (kind: ApplicationKind): Promise<void> => {
  try {
    if (!(await caches.has(QUEUE_NAME))) return;
    const cache = await caches.open(QUEUE_NAME);
    const entries = await cache.keys();
    const formEntries = entries.filter(({ url }) => new URL(url).search === toQuery(kind));
    if (formEntries.length === entries.length) await caches.delete(QUEUE_NAME);
    else for (const entry of formEntries) await cache.delete(entry);
  } catch {}
};
