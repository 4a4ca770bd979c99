/** @jest-environment node */
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutesToString } from '@site/shared/testing/render-routes-to-string';
import { createRoutes } from '../routes.tsx';

const FORM_URL = 'http://forms.test/forms';
const COMPLETE = {
  school: 'Unity Secondary School',
  location: 'Osogbo',
  name: 'Bisi Ade',
  role: 'Head teacher',
  email: 'bisi@school.example',
  phone: '',
  pupils: '80',
  weeks: 'January',
  message: 'We have a hall.\r\nAnd a microphone.',
  topic: '',
};
const post = (changes: Partial<typeof COMPLETE> = {}) =>
  renderRoutesToString(
    createRoutes,
    '/school-visit',
    hostServicesStub({ site: { volunteerFormUrl: FORM_URL } }),
    new URLSearchParams({ ...COMPLETE, ...changes }),
  );

describe('the form for school visits without JavaScript', () => {
  it('VOL-11 sends the answers, and shows a success above an empty form', async () => {
    const fetch = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(''));
    const { html, status } = await post();

    expect(status).toBe(200);
    expect(html).toContain('Thank you for your request! We will get back to you soon.');
    expect(html).not.toContain('Bisi Ade');
    const { topic: _, ...answers } = COMPLETE;
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toEqual({
      ...answers,
      message: 'We have a hall.\nAnd a microphone.',
      kind: 'school-visit',
      _subject: 'New School Visit Request',
      _replyto: COMPLETE.email,
    });
  });

  it('VOL-04 lists the errors, preserves the values, and sends nothing', async () => {
    const fetch = jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(''));
    const { html, status } = await post({ school: '', email: '' });

    expect(status).toBe(422);
    for (const message of ['Enter the name of your school', 'Enter an email address or a phone number'])
      expect(html).toMatch(new RegExp(`<a [^>]*>${message}</a>`));
    expect(html).toContain('value="Bisi Ade"');
    expect(fetch).not.toHaveBeenCalled();
  });
});
