import type { ApplicationKind } from '@site/shared/contracts/application';

/**
 * What the host's service worker sends when the connection is back: in browsers with Background Sync also after the last page of the site was closed, in others at the next
 * visit (docs/contracts/remote.md). The name of the cache, and of the synchronization.
 */
const NAME = 'queued form';

/** Of browsers that have it (https://wicg.github.io/background-sync/spec/). */
interface WithSync {
  readonly sync?: { register(tag: string): Promise<void> };
}

interface QueuedForm {
  readonly kind: ApplicationKind;
  readonly address: string;
  readonly body: string;
  /** The form is also sent by the next page of the site: with the same key it is stored once. */
  readonly idempotencyKey: string;
  /** In milliseconds. */
  readonly sentUntil: number;
}

const toQuery = (kind: ApplicationKind): string => (kind === 'volunteer' ? '' : `?${kind}`);

/** Does nothing where the browser has no such worker, or refuses it; the form is sent by the next page then. */
export const deliverInBackground = async ({ kind, address, body, idempotencyKey, sentUntil }: QueuedForm): Promise<void> => {
  try {
    const registration: (ServiceWorkerRegistration & WithSync) | undefined = await navigator.serviceWorker.getRegistration();
    if (registration === undefined) return;
    const cache = await caches.open(NAME);
    // An entry for each form; the worker posts all of them to the address without a query.
    await cache.put(`${address}${toQuery(kind)}`, new Response(body, { headers: { 'idempotency-key': idempotencyKey, 'x-sent-until': String(sentUntil) } }));
    await registration.sync?.register(NAME);
  } catch {}
};

/** After a delivery, and when the visitor has changed or cleared the form. */
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
