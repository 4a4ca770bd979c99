import { deliverInBackground, stopBackgroundDelivery } from './background-delivery.ts';
import { readDraft, removeDraft, saveDraft } from './form-draft.ts';

const values = (name: string) => ({ name, phone: '' });
const form = { kind: 'volunteer', address: '/api/forms/volunteer', body: '{"name":"Sade"}', idempotencyKey: 'key-1', sentUntil: 5 } as const;

/** Provides the parts of a browser with a service worker that this module uses. */
const provide = (registration: object | undefined) => {
  const kept = new Map<string, Map<string, Response>>();
  const open = async (name: string) => {
    const entries = kept.get(name) ?? new Map<string, Response>();
    kept.set(name, entries);
    return {
      put: async (address: string, response: Response) => void entries.set(address, response),
      keys: async () => [...entries.keys()].map((address) => ({ url: `https://site.example${address}` })),
      delete: async ({ url }: { readonly url: string }) => entries.delete(url.replace('https://site.example', '')),
    };
  };
  Object.assign(globalThis, { caches: { open, has: async (name: string) => kept.has(name), delete: async (name: string) => kept.delete(name) } });
  Object.assign(navigator, { serviceWorker: { getRegistration: async () => registration } });
  return kept;
};

const register = jest.fn(async (_tag: string) => undefined);

describe('delivery in the background', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => {
    Reflect.deleteProperty(globalThis, 'caches');
    Reflect.deleteProperty(navigator, 'serviceWorker');
  });

  it('VOL-11 hands the worker the form, with its key and its end', async () => {
    const kept = provide({ sync: { register } });
    await deliverInBackground(form);

    const entry = kept.get('queued form')?.get(form.address);
    expect(await entry?.text()).toBe(form.body);
    expect(['idempotency-key', 'x-sent-until'].map((name) => entry?.headers.get(name))).toEqual(['key-1', '5']);
    expect(register).toHaveBeenCalledWith('queued form');
  });

  it('VOL-11 keeps the form for the worker until the next visit, in a browser without Background Sync', async () => {
    const kept = provide({});
    await deliverInBackground(form);

    expect([...kept.keys()]).toEqual(['queued form']);
  });

  it('VOL-11 stores no form in a browser without a worker', async () => {
    const kept = provide(undefined);
    await deliverInBackground(form);

    expect([...kept.keys()]).toEqual([]);
  });

  it('VOL-11 never throws: without caches, and if the browser refuses', async () => {
    await deliverInBackground(form);
    provide({ sync: { register: () => Promise.reject(new DOMException('denied', 'NotAllowedError')) } });

    await expect(deliverInBackground(form)).resolves.toBeUndefined();
  });

  it.each([
    ['is delivered or cleared', () => removeDraft('volunteer')],
    ['is changed', () => saveDraft('volunteer', values('Sade A.'), false)],
  ])('VOL-12 ends when the form %s', async (_, change) => {
    const kept = provide({ sync: { register } });
    saveDraft('volunteer', values('Sade'), true);
    await deliverInBackground(form);
    expect(readDraft('volunteer')?.isQueued).toBe(true);
    expect([...kept.keys()]).toEqual(['queued form']);

    change();
    await new Promise((resolve) => setTimeout(resolve));
    expect([...kept.keys()]).toEqual([]);
  });

  it('VOL-12 keeps the other form when one has been delivered', async () => {
    const kept = provide({ sync: { register } });
    for (const kind of ['volunteer', 'school-visit'] as const) await deliverInBackground({ ...form, kind });
    const getAddresses = () => [...(kept.get('queued form')?.keys() ?? [])];
    expect(getAddresses()).toEqual(['/api/forms/volunteer', '/api/forms/volunteer?school-visit']);

    await stopBackgroundDelivery('volunteer');
    expect(getAddresses()).toEqual(['/api/forms/volunteer?school-visit']);
    await stopBackgroundDelivery('school-visit');
    expect(kept.has('queued form')).toBe(false);
  });
});
