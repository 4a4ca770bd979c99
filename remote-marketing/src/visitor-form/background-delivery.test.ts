import { deliverInBackground, stopBackgroundDelivery } from './background-delivery.ts';
import { readDraft, removeDraft, saveDraft } from './form-draft.ts';

const values = (name: string) => ({ name, phone: '' });
const form = { kind: 'volunteer', url: '/api/forms/volunteer', body: '{"name":"Sade"}', idempotencyKey: 'key-1', sentUntil: 5 } as const;

/** Simulates what this module uses in a browser with a service worker. */
const stubServiceWorker = (registration: object | undefined) => {
  const storedCaches = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = storedCaches.get(name) ?? new Map<string, Response>();
    storedCaches.set(name, entries);
    return {
      put: async (url: string, response: Response) => void entries.set(url, response),
      keys: async () => [...entries.keys()].map((path) => ({ url: `https://site.example${path}` })),
      delete: async ({ url }: { readonly url: string }) => entries.delete(url.replace('https://site.example', '')),
    };
  };
  Object.assign(globalThis, {
    caches: { open, has: async (name: string) => storedCaches.has(name), delete: async (name: string) => storedCaches.delete(name) },
  });
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => registration } });
  return storedCaches;
};

const register = jest.fn(async (_tag: string) => undefined);

describe('background delivery', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'caches');
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('VOL-11 stores the form for the worker with its key and expiry, and registers a sync', async () => {
    const storedCaches = stubServiceWorker({ sync: { register } });
    await deliverInBackground(form);

    const entry = storedCaches.get('queued form')?.get(form.url);
    expect(await entry?.text()).toBe(form.body);
    expect(['idempotency-key', 'x-sent-until'].map((name) => entry?.headers.get(name))).toEqual(['key-1', '5']);
    expect(register).toHaveBeenCalledWith('queued form');
  });

  it('VOL-11 stores the form for the next visit in a browser without Background Sync', async () => {
    const storedCaches = stubServiceWorker({});
    await deliverInBackground(form);

    expect([...storedCaches.keys()]).toEqual(['queued form']);
  });

  it('VOL-11 stores no form in a browser without a service worker', async () => {
    const storedCaches = stubServiceWorker(undefined);
    await deliverInBackground(form);

    expect([...storedCaches.keys()]).toEqual([]);
  });

  it('VOL-11 does not throw without caches or if the browser refuses', async () => {
    await deliverInBackground(form);
    stubServiceWorker({ sync: { register: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) } });

    await expect(deliverInBackground(form)).resolves.toBeUndefined();
  });

  it.each([
    ['is delivered or cleared', () => removeDraft('volunteer')],
    ['is changed', () => saveDraft('volunteer', values('Sade A.'), false)],
  ])('VOL-12 ends when the form %s', async (_, change) => {
    const storedCaches = stubServiceWorker({ sync: { register } });
    saveDraft('volunteer', values('Sade'), true);
    await deliverInBackground(form);
    expect(readDraft('volunteer')?.isQueued).toBe(true);
    expect([...storedCaches.keys()]).toEqual(['queued form']);

    change();
    await new Promise((resolve) => setTimeout(resolve));
    expect([...storedCaches.keys()]).toEqual([]);
  });

  it('VOL-12 keeps one form when the other has been delivered', async () => {
    const storedCaches = stubServiceWorker({ sync: { register } });
    for (const kind of ['volunteer', 'school-visit'] as const) await deliverInBackground({ ...form, kind });
    const getUrls = () => [...(storedCaches.get('queued form')?.keys() ?? [])];
    expect(getUrls()).toEqual(['/api/forms/volunteer', '/api/forms/volunteer?school-visit']);

    await stopBackgroundDelivery('volunteer');
    expect(getUrls()).toEqual(['/api/forms/volunteer?school-visit']);
    await stopBackgroundDelivery('school-visit');
    expect(storedCaches.has('queued form')).toBe(false);
  });
});
