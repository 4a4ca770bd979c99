import type { ApplicationKind } from '@site/shared/contracts/application';

/**
 * Name of the cache and of the sync event. The host's service worker sends the cached form when the connection is back: in browsers with Background Sync even
 * after the last page of the site was closed, in others on the next visit (docs/contracts/remote.md).
 */
const NAME = 'queued form';

/** Registration in browsers with Background Sync (https://wicg.github.io/background-sync/spec/). */
interface WithSync {
  readonly sync?: { register(tag: string): Promise<void> };
}

interface QueuedForm {
  readonly kind: ApplicationKind;
  readonly address: string;
  readonly body: string;
  /** The next page of the site sends the form too; with the same key it is stored only once. */
  readonly idempotencyKey: string;
  /** Time in milliseconds. */
  readonly sentUntil: number;
}

const toQuery = (kind: ApplicationKind): string => (kind === 'volunteer' ? '' : `?${kind}`);

/** Queues the form for the worker. Does nothing if the browser has no such worker or refuses it; then the next page sends the form. */
export const deliverInBackground = async ({ kind, address, body, idempotencyKey, sentUntil }: QueuedForm): Promise<void> => {
  try {
    const registration: (ServiceWorkerRegistration & WithSync) | undefined = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return;
    const cache = await caches.open(NAME);
    // Each form has its own entry; the worker posts all of them to the URL without a query.
    await cache.put(`${address}${toQuery(kind)}`, new Response(body, { headers: { 'idempotency-key': idempotencyKey, 'x-sent-until': String(sentUntil) } }));
    await registration.sync?.register(NAME);
  } catch {}
};

/** Stops the delivery, after a form was delivered, or when the visitor has changed or cleared it. */
export const stopBackgroundDelivery = async (kind: ApplicationKind): Promise<void> => {
  try {
    if (!(await caches.has(NAME))) return;
    const cache = await caches.open(NAME);
    const entries = await cache.keys();
    const own = entries.filter(({ url }) => new URL(url).search === toQuery(kind));
    if (own.length === entries.length) await caches.delete(NAME);
    else for (const entry of own) await cache.delete(entry);
  } catch {}
};
