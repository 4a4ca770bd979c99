/** @jest-environment node */
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutesToString } from '@site/shared/testing/render-routes-to-string';
import { createRoutes } from '../routes.tsx';

const COMPLETE = {
  name: 'Sade L.',
  email: 'sade@example.com',
  phone: '08031234567',
  qualification: 'BSc',
  location: 'Surulere, Lagos',
  skills: '',
  interests: '',
  motivation: 'I was helped once.\r\nNow it is my turn.',
  topic: '',
};
const FORM_URL = 'http://forms.test/volunteer';

const post = (changes: Partial<typeof COMPLETE> = {}, volunteerFormUrl = FORM_URL) =>
  renderRoutesToString(createRoutes, '/volunteer', hostServicesStub({ site: { volunteerFormUrl } }), new URLSearchParams({ ...COMPLETE, ...changes }));

const mockFetch = (respond: () => Promise<Response>) => jest.spyOn(globalThis, 'fetch').mockImplementation(respond);

describe('the volunteer form without JavaScript', () => {
  it('VOL-09 VOL-11 NS-07 sends the ten keys, and shows a success message above an empty form', async () => {
    const fetch = mockFetch(async () => new Response('no JSON'));

    const { html, status } = await post();

    expect(status).toBe(200);
    expect(html).toContain('Thank you for your application! We will get back to you soon.');
    expect(html).not.toContain('Sade L.');
    expect(fetch.mock.calls.map(([url, request]) => [url, request?.method])).toEqual([[FORM_URL, 'POST']]);
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({
      name: 'Sade L.',
      email: 'sade@example.com',
      phone: '+2348031234567',
      qualification: 'BSc',
      location: 'Surulere, Lagos',
      skills: '',
      interests: '',
      motivation: 'I was helped once.\nNow it is my turn.',
      _subject: 'New Volunteer Application',
      _replyto: 'sade@example.com',
    });
  });

  it.each([
    ['the service rejects it', async () => new Response('', { status: 500 })],
    ['the network fails', () => Promise.reject(new TypeError('offline'))],
  ])('VOL-12 shows an error and preserves the values when %s', async (_, respond) => {
    mockFetch(respond);

    const { html, status } = await post();

    expect(status).toBe(502);
    expect(html).toContain('There was an error submitting your application. Please try again.');
    for (const value of ['value="Sade L."', 'value="08031234567"', 'Now it is my turn.</textarea>']) expect(html).toContain(value);
    expect(html).toMatch(/<option[^>]*selected=""[^>]*>BSc</);
  });

  it('VOL-04 VOL-08 NS-05 lists the errors, preserves the values, and sends nothing', async () => {
    const fetch = mockFetch(async () => new Response(''));

    const { html, status } = await post({ email: '', phone: '0803', qualification: '' });

    expect(status).toBe(422);
    for (const message of ['Enter your email address', 'This phone number is too short', 'Select your qualification']) {
      expect(html).toMatch(new RegExp(`<a [^>]*>${message}</a>`));
    }
    expect(html).toContain('value="Sade L."');
    expect(html).not.toContain('Enter your name');
    expect(fetch).not.toHaveBeenCalled();
  });

  it('VOL-12 lists the reasons from our form service, and preserves the values', async () => {
    mockFetch(async () => new Response(JSON.stringify({ message: 'Not valid', errors: { email: 'Enter an email address that exists' } }), { status: 422 }));

    const { html, status } = await post({}, '/api/forms/volunteer');

    expect(status).toBe(422);
    expect(html).toMatch(/<a [^>]*>Enter an email address that exists<\/a>/);
    expect(html).toContain('value="Sade L."');
  });

  it('VOL-09 shows a success message to bots that fill in the hidden field, and sends nothing', async () => {
    const fetch = mockFetch(async () => new Response(''));

    const { html, status } = await post({ topic: 'cheap watches' });

    expect(status).toBe(200);
    expect(html).toContain('Thank you for your application!');
    expect(fetch).not.toHaveBeenCalled();
  });
});
