import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { createRandom } from '@site/shared/testing/random';
import { VOLUNTEER_FORM } from '../volunteer/volunteer-definition.ts';
import { readDraft, removeDraft, saveDraft } from './form-draft.ts';
import { sendQueuedForm } from './queued-form.ts';

const ATTEMPTS = 50;
const MAX_FAILURES = 6;

const values = (name: string) => ({
  name,
  email: 'sade@example.com',
  phone: '',
  qualification: 'BSc',
  location: 'Lagos',
  skills: '',
  interests: '',
  motivation: 'I was helped once.',
  ageBand: '',
  guardianContact: '',
});

const createService = () => {
  const stored = new Map<string, string>();
  const receive = ({ headers, body }: RequestInit): Response => {
    const key = new Headers(headers).get('idempotency-key') ?? '';
    if (!stored.has(key)) stored.set(key, JSON.parse(String(body)).name);
    return new Response(null, { status: 200 });
  };
  return { stored, receive };
};

const failRequest = (): never => {
  throw new TypeError('Failed to fetch');
};

describe('an application that waits on the device', () => {
  beforeEach(() => localStorage.clear());
  afterEach(() => removeDraft('volunteer'));

  it.each(Array.from({ length: ATTEMPTS }, (_, index) => index + 1))(
    'VOL-11 arrives exactly once, however often the connection is cut: try %i',
    async (seed) => {
      const random = createRandom(seed);
      const { stored, receive } = createService();
      const services = hostServicesStub({ site: { volunteerFormUrl: '/api/forms/volunteer' } });
      let remainingFailures = 1 + Math.floor(random() * MAX_FAILURES);
      const fetch = jest.spyOn(globalThis, 'fetch').mockImplementation(async (_address, init = {}) => {
        if (remainingFailures === 0) return receive(init);
        remainingFailures -= 1;
        // The connection breaks either before the form arrives or before the response arrives.
        if (random() < 0.5) receive(init);
        return failRequest();
      });

      saveDraft('volunteer', values(`Try ${seed}`), true);
      // The connection returns in several tabs and on the next visit.
      for (let visit = 0; visit <= MAX_FAILURES && readDraft('volunteer') !== null; visit += 1)
        await Promise.all([sendQueuedForm(services, VOLUNTEER_FORM), ...(random() < 0.5 ? [sendQueuedForm(services, VOLUNTEER_FORM)] : [])]);
      await sendQueuedForm(services, VOLUNTEER_FORM);

      expect([...stored.values()]).toEqual([`Try ${seed}`]);
      expect(services.celebrations()).toBe(1);
      expect(fetch.mock.calls.length).toBeLessThanOrEqual(MAX_FAILURES + 1);
    },
  );

  it('VOL-12 becomes a draft in the form if it is rejected, and is not sent again', async () => {
    const services = hostServicesStub({ site: { volunteerFormUrl: '/api/forms/volunteer' } });
    const fetch = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status: 422 }));
    const before = saveDraft('volunteer', values('Sade'), true);

    await sendQueuedForm(services, VOLUNTEER_FORM);
    await sendQueuedForm(services, VOLUNTEER_FORM);

    expect(fetch).toHaveBeenCalledTimes(1);
    expect(readDraft('volunteer')).toMatchObject({ values: values('Sade'), isQueued: false, idempotencyKey: before.idempotencyKey });
    expect(services.toasts).toEqual([expect.objectContaining({ kind: 'error', message: VOLUNTEER_FORM.texts.failure })]);
  });

  it.each([429, 503])('VOL-11 stays queued while the service responds with %i', async (status) => {
    const services = hostServicesStub({ site: { volunteerFormUrl: '/api/forms/volunteer' } });
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(null, { status }));
    saveDraft('volunteer', values('Sade'), true);

    await sendQueuedForm(services, VOLUNTEER_FORM);

    expect(readDraft('volunteer')).toMatchObject({ values: values('Sade'), isQueued: true });
    expect(services.toasts).toEqual([]);
  });

  it('VOL-12 keeps text that the visitor has changed in the meantime when it is rejected', async () => {
    const services = hostServicesStub({ site: { volunteerFormUrl: '/api/forms/volunteer' } });
    saveDraft('volunteer', values('Sade'), true);
    jest.spyOn(globalThis, 'fetch').mockImplementation(async () => {
      saveDraft('volunteer', values('Sade Obi'), false);
      return new Response(null, { status: 422 });
    });

    await sendQueuedForm(services, VOLUNTEER_FORM);

    expect(readDraft('volunteer')).toMatchObject({ values: values('Sade Obi'), isQueued: false });
    expect(services.toasts).toEqual([]);
  });
});
