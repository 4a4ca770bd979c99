import { createFormToken } from '@site/shared/contracts/application';
import { intersect } from '@site/shared/testing/browser-stubs';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createRoutes } from '../routes.tsx';

const open = async (volunteerFormUrl?: string) => {
  const stub = hostServicesStub({
    responses: [[createFormToken, { token: 'begun-now' }]],
    ...(volunteerFormUrl !== undefined && { site: { volunteerFormUrl } }),
  });
  const view = await renderRoutes(createRoutes, '/volunteer', stub);
  return { ...view, stub };
};

const loadPhoneInput = async () => {
  act(() => intersect(screen.getByRole('textbox', { name: 'Phone (optional)' })));
  await screen.findByRole('combobox', { name: 'Country' });
};

const fill = async (user: UserEvent) => {
  await user.type(screen.getByRole('textbox', { name: 'Name' }), 'Sade L.');
  await user.type(screen.getByRole('textbox', { name: 'Email' }), 'sade@example.com');
  await user.selectOptions(screen.getByRole('combobox', { name: 'Qualification' }), 'BSc');
  await user.type(screen.getByRole('textbox', { name: 'Location' }), 'Surulere, Lagos');
  await user.type(screen.getByRole('textbox', { name: 'Motivation' }), 'I was helped once.');
};

const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send application' }));

const mockResponse = (response: () => Promise<Response>) => jest.spyOn(globalThis, 'fetch').mockImplementation(response);
const accepted = async () => new Response('not JSON', { status: 200 });

beforeEach(() => localStorage.clear());

describe('the volunteer page', () => {
  it('VOL-01 VOL-02 VOL-03 shows the title, the tagline and eight fields', async () => {
    await open();

    expect(screen.getByText(/Under 18\? We need the consent of a parent or guardian before you start\./)).toBeInTheDocument();
    expect(screen.getByText(/People of every faith and none are welcome\./)).toBeInTheDocument();
    expect(screen.getByRole('heading', { level: 1, name: 'Volunteer with Us' })).toBeInTheDocument();
    expect(screen.getByText('Make a difference in young lives')).toBeInTheDocument();
    const form = screen.getByRole('form', { name: 'Join Our Volunteer Team' });
    expect([...within(form).getAllByRole('textbox'), ...within(form).getAllByRole('combobox')]).toHaveLength(8);
    expect(screen.queryByRole('region', { name: 'Questions from schools' })).not.toBeInTheDocument();
  });

  it('VOL-05 offers seven qualifications after the empty option', async () => {
    await open();

    const options = within(screen.getByRole('combobox', { name: 'Qualification' })).getAllByRole<HTMLOptionElement>('option');
    expect(options.map(({ textContent }) => textContent)).toEqual(['Select Qualification', 'SSCE', 'ND', 'HND', 'BSc', 'MSc', 'PhD', 'Other']);
    expect([options[0]?.value, options[0]?.selected]).toEqual(['', true]);
  });

  it('VOL-04 NS-05 sends nothing while required fields are empty, and lists their errors', async () => {
    const fetch = mockResponse(accepted);
    const { user } = await open();

    await send(user);

    const summary = await screen.findByRole('alert');
    await waitFor(() => expect(summary).toHaveFocus());
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Enter your name', 'Enter your email address', 'Select your qualification', 'Enter where you live', 'Tell us why you want to volunteer']);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('VOL-04 shows the error of a field on blur, and removes it when it is corrected', async () => {
    const { user } = await open();
    const email = screen.getByRole('textbox', { name: 'Email' });

    await user.type(email, 'sade@gmail');
    expect(screen.queryByText('Enter an email address like name@example.com')).not.toBeInTheDocument();
    await user.tab();
    expect(await screen.findByText('Enter an email address like name@example.com')).toBeInTheDocument();
    expect(email).toHaveAttribute('aria-invalid', 'true');

    await user.type(email, '.com');
    await user.tab();
    await waitFor(() => expect(email).not.toHaveAttribute('aria-invalid'));
  });

  it('VOL-04 removes the error of a field as soon as the input is valid, and adds none while the visitor is typing', async () => {
    const { user } = await open();
    await send(user);
    const email = screen.getByRole('textbox', { name: 'Email' });
    await waitFor(() => expect(email).toHaveAttribute('aria-invalid', 'true'));

    await user.type(email, 'sade@gmail');
    expect(email).toHaveAttribute('aria-invalid', 'true');
    await user.type(email, '.com');
    await waitFor(() => expect(email).not.toHaveAttribute('aria-invalid'));
    expect(email).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveAttribute('aria-invalid', 'true');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Qualification' }), 'BSc');
    await waitFor(() => expect(screen.getByRole('combobox', { name: 'Qualification' })).not.toHaveAttribute('aria-invalid'));
  });

  it('VOL-04 shows no new errors while the button is being pressed', async () => {
    const { user } = await open();
    const email = screen.getByRole('textbox', { name: 'Email' });
    await user.type(email, 'sade@gmail');

    await user.pointer({ keys: '[MouseLeft>]', target: screen.getByRole('button', { name: 'Send application' }) });
    await act(async () => undefined);
    expect(email).not.toHaveAttribute('aria-invalid');

    await user.pointer({ keys: '[/MouseLeft]' });
    await waitFor(() => expect(email).toHaveAttribute('aria-invalid', 'true'));
  });

  it('VOL-09 VOL-10 sends exactly ten keys as JSON, including empty optional values', async () => {
    const fetch = mockResponse(accepted);
    const { user } = await open();
    await fill(user);

    await send(user);

    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    const [url, request] = fetch.mock.calls[0] ?? [];
    expect([url, request?.method]).toEqual(['/volunteer/applications', 'POST']);
    expect(JSON.parse(String(request?.body))).toEqual({
      name: 'Sade L.',
      email: 'sade@example.com',
      phone: '',
      qualification: 'BSc',
      location: 'Surulere, Lagos',
      skills: '',
      interests: '',
      motivation: 'I was helped once.',
      _subject: 'New Volunteer Application',
      _replyto: 'sade@example.com',
    });
  });

  it('PRIV-11 asks for an age band for our own form service, and sends it with the version of the privacy notice', async () => {
    const fetch = mockResponse(accepted);
    const { user } = await open('/api/forms/volunteer');
    expect(screen.getByRole('link', { name: 'privacy notice' })).toHaveAttribute('href', '/privacy');
    expect(screen.getByRole('combobox', { name: 'Age (optional)' })).toHaveDisplayValue('Prefer not to say');
    await fill(user);
    await user.selectOptions(screen.getByRole('combobox', { name: 'Age (optional)' }), 'Under 18');
    await user.type(screen.getByLabelText('Parent or guardian (optional)'), 'Mother, 0803');

    await send(user);

    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    const body = JSON.parse(String(fetch.mock.calls[0]?.[1]?.body));
    expect(Object.keys(body)).toHaveLength(13);
    expect(body).toMatchObject({ ageBand: 'under-18', guardianContact: 'Mother, 0803', consentVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/) });
  });

  it('PRIV-11 asks no additional questions for other form services', async () => {
    await open();

    expect(screen.queryByRole('combobox', { name: 'Age (optional)' })).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'privacy notice' })).toBeInTheDocument();
  });

  it('VOL-06 accepts a Nigerian number in the plain phone field', async () => {
    const fetch = mockResponse(accepted);
    const { user } = await open();
    await fill(user);
    await user.type(screen.getByRole('textbox', { name: 'Phone (optional)' }), '08031234567');

    await send(user);

    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toMatchObject({ phone: '+2348031234567' });
  });

  it('VOL-06 loads the international input near the viewport, with Nigeria selected and the entered number', async () => {
    const fetch = mockResponse(accepted);
    const { user } = await open();
    await fill(user);
    await user.type(screen.getByRole('textbox', { name: 'Phone (optional)' }), '08031234567');
    await user.tab();

    await loadPhoneInput();

    expect(screen.getByRole('combobox', { name: 'Country' })).toHaveValue('NG');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Phone (optional)' }).value.replaceAll(' ', '')).toBe('08031234567');
    await send(user);
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(1));
    expect(JSON.parse(String(fetch.mock.calls[0]?.[1]?.body))).toMatchObject({ phone: '+2348031234567' });
  });

  it.each([
    ['0803', 'This phone number is too short'],
    ['+23480312345678901', 'This phone number is too long'],
    ['+999 1234567', 'Choose a country code we recognise'],
  ])('VOL-08 NS-05 shows an error for the number %s', async (text, message) => {
    const { user } = await open();
    await loadPhoneInput();

    await user.type(screen.getByRole('textbox', { name: 'Phone (optional)' }), text);
    await user.tab();

    expect(await screen.findByText(message)).toBeInTheDocument();
  });

  it('VOL-11 CONF-04 shows a toast for five seconds, celebrates and resets the form', async () => {
    mockResponse(accepted);
    const { user, stub } = await open();
    await fill(user);
    await loadPhoneInput();
    await user.type(screen.getByRole('textbox', { name: 'Phone (optional)' }), '08031234567');

    await send(user);

    await waitFor(() =>
      expect(stub.toasts).toEqual([
        { kind: 'success', message: 'Thank you for your application! We will get back to you soon.', options: { durationMs: 5000 } },
      ]),
    );
    expect(stub.celebrations()).toBe(1);
    await waitFor(() => {
      for (const field of screen.getAllByRole<HTMLInputElement>('textbox')) expect(field).toHaveValue('');
    });
    expect(screen.getByRole('combobox', { name: 'Qualification' })).toHaveValue('');
  });

  it.each([
    ['the service responds with an error', async () => new Response('', { status: 500 })],
    ['the network fails', () => Promise.reject(new TypeError('offline'))],
  ])('VOL-12 shows an error for five seconds and preserves the values when %s', async (_, response) => {
    mockResponse(response);
    const { user, stub } = await open();
    await fill(user);

    await send(user);

    await waitFor(() =>
      expect(stub.toasts).toEqual([
        { kind: 'error', message: 'There was an error submitting your application. Please try again.', options: { durationMs: 5000 } },
      ]),
    );
    expect(stub.celebrations()).toBe(0);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Sade L.');
  });

  it('VOL-09 shows a success message to bots that fill in the hidden field, and sends nothing', async () => {
    const fetch = mockResponse(accepted);
    const { user, stub, container } = await open();
    await fill(user);
    const honeypot = container.querySelector<HTMLInputElement>('input[name="topic"]');
    if (!honeypot) throw new Error('No trap');
    honeypot.value = 'cheap watches';

    await send(user);

    await waitFor(() => expect(stub.toasts).toHaveLength(1));
    expect(fetch).not.toHaveBeenCalled();
  });
});

const OWN_SERVICE = '/api/forms/volunteer';
const getHeader = (call: readonly unknown[] | undefined, name: string): string | null => new Headers(Object(call?.[1]).headers).get(name);
const getKey = (call: readonly unknown[] | undefined): string | null => getHeader(call, 'idempotency-key');
const goOnline = () => act(async () => void window.dispatchEvent(new Event('online')));

describe('the saved volunteer form', () => {
  it('VOL-12 stays on the device until the visitor clears it', async () => {
    const first = await open();
    await first.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Sade L.');
    await first.user.selectOptions(screen.getByRole('combobox', { name: 'Qualification' }), 'BSc');
    first.unmount();

    const { user } = await open();
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Sade L.'));
    expect(screen.getByRole('combobox', { name: 'Qualification' })).toHaveValue('BSc');

    await user.click(screen.getByRole('button', { name: 'Clear the form' }));
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
    expect(localStorage.getItem('draft')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Clear the form' })).not.toBeInTheDocument();
  });

  it('VOL-12 is deleted after seven days', async () => {
    const first = await open();
    await first.user.type(screen.getByRole('textbox', { name: 'Name' }), 'Sade L.');
    first.unmount();
    const draft = JSON.parse(localStorage.getItem('draft') ?? '');
    draft.forms.volunteer.savedAt -= 7 * 24 * 60 * 60 * 1000;
    localStorage.setItem('draft', JSON.stringify(draft));

    await open();

    await waitFor(() => expect(localStorage.getItem('draft')).toBeNull());
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
  });

  it('VOL-11 VOL-12 is queued without a connection, and celebrates once when it has been delivered', async () => {
    const fetch = mockResponse(() => Promise.reject(new TypeError('offline')));
    const { user, stub } = await open(OWN_SERVICE);
    await fill(user);
    await send(user);

    expect(await screen.findByText(/^You are offline\. Your application/)).toBeInTheDocument();
    expect([stub.toasts, stub.celebrations()]).toEqual([[], 0]);
    await goOnline();
    await waitFor(() => expect(fetch).toHaveBeenCalledTimes(2));
    expect(stub.celebrations()).toBe(0);

    fetch.mockImplementation(accepted);
    await goOnline();
    expect(await screen.findByText('What happens next')).toBeInTheDocument();
    expect(stub.celebrations()).toBe(1);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('');
    expect(localStorage.getItem('draft')).toBeNull();
    await goOnline();

    expect(fetch).toHaveBeenCalledTimes(3);
    await send(user);
    await waitFor(() => expect(screen.queryByText('What happens next')).not.toBeInTheDocument());
    expect(getKey(fetch.mock.calls[0])).toMatch(/^[0-9a-f]{32}$/);
    expect(new Set(fetch.mock.calls.map(getKey)).size).toBe(1);
  });

  it('VOL-12 keeps the answers of a queued application that was rejected, and says so', async () => {
    const fetch = mockResponse(() => Promise.reject(new TypeError('offline')));
    const { user, stub } = await open(OWN_SERVICE);
    await fill(user);
    await send(user);
    await screen.findByText(/^You are offline\. Your application/);

    fetch.mockImplementation(async () => new Response('', { status: 422 }));
    await goOnline();
    expect(await screen.findByRole('alert')).toHaveTextContent('There was an error submitting your application. Please try again.');
    expect(screen.queryByText(/^You are offline\. Your application/)).not.toBeInTheDocument();
    expect(stub.toasts).toHaveLength(1);
    expect(screen.getByRole('textbox', { name: 'Name' })).toHaveValue('Sade L.');

    fetch.mockImplementation(accepted);
    await send(user);
    expect(await screen.findByText('What happens next')).toBeInTheDocument();
    expect(new Set(fetch.mock.calls.map(getKey)).size).toBe(1);
  });

  it('VOL-11 sends a queued application on the next visit', async () => {
    const fetch = mockResponse(() => Promise.reject(new TypeError('offline')));
    const first = await open(OWN_SERVICE);
    await fill(first.user);
    await send(first.user);
    await screen.findByText(/^You are offline\. Your application/);
    first.unmount();

    fetch.mockImplementation(accepted);
    const { stub } = await open(OWN_SERVICE);

    expect(await screen.findByText('What happens next')).toBeInTheDocument();
    expect(stub.celebrations()).toBe(1);
    expect(JSON.parse(String(fetch.mock.calls[1]?.[1]?.body))).toMatchObject({ name: 'Sade L.', motivation: 'I was helped once.' });
  });

  it('VOL-12 is not queued for another service, which gets no key, and the page says so', async () => {
    jest.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const fetch = mockResponse(() => Promise.reject(new TypeError('offline')));
    const { user } = await open();
    await fill(user);
    await send(user);

    expect(await screen.findByText(/This form cannot be sent automatically/)).toBeInTheDocument();
    await goOnline();
    expect(fetch).toHaveBeenCalledTimes(1);
    expect(getKey(fetch.mock.calls[0])).toBeNull();
  });

  it('VOL-11 tells only our own service when the visitor began the form', async () => {
    const fetch = mockResponse(accepted);
    for (const [index, url] of [OWN_SERVICE, 'https://forms.example/f/1'].entries()) {
      const { user, unmount } = await open(url);
      await fill(user);
      await send(user);
      await waitFor(() => expect(fetch).toHaveBeenCalledTimes(index + 1));
      unmount();
    }

    expect(fetch.mock.calls.map((call) => getHeader(call, 'form-token'))).toEqual(['begun-now', null]);
  });

  it('VOL-11 explains the next steps after an application has been sent', async () => {
    mockResponse(accepted);
    const { user } = await open(OWN_SERVICE);
    await fill(user);
    await send(user);

    const status = await screen.findByRole('status');
    expect(status).toHaveTextContent('Thank you for your application! We will get back to you soon.');
    expect(status).toHaveTextContent('A coordinator will reply within a week.');
    expect(localStorage.getItem('draft')).toBeNull();
  });
});
