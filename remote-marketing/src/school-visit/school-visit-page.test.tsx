import { createFormToken } from '@site/shared/contracts/application';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import type { UserEvent } from '@testing-library/user-event';
import { createRoutes } from '../routes.tsx';

const OWN_SERVICE = '/api/forms/volunteer';

const open = async (volunteerFormUrl = OWN_SERVICE) => {
  const stub = hostServicesStub({ responses: [[createFormToken, { token: 'begun-now' }]], site: { volunteerFormUrl } });
  const view = await renderRoutes(createRoutes, '/school-visit', stub);
  return { ...view, stub };
};

const ANSWERS = {
  School: 'Unity Secondary School',
  'Town and state': 'Osogbo, Osun State',
  'Your name': 'Bisi Ade',
  'Your role': 'Head teacher',
  Pupils: '80, aged 12 to 14',
  'Preferred weeks': 'The last two weeks of January',
};
const getField = (name: string) => screen.getByRole('textbox', { name });
const fill = async (user: UserEvent, otherFields: Readonly<Record<string, string>> = { Phone: '08031234567' }) => {
  for (const [name, text] of Object.entries({ ...ANSWERS, ...otherFields })) await user.type(getField(name), text);
};
const send = (user: UserEvent) => user.click(screen.getByRole('button', { name: 'Send request' }));
const mockResponse = (response: () => Promise<Response>) => jest.spyOn(globalThis, 'fetch').mockImplementation(response);
const accepted = async () => new Response('', { status: 200 });
const failOffline = () => Promise.reject(new TypeError('offline'));
const getBody = (call: readonly unknown[] | undefined): unknown => JSON.parse(String(Object(call?.[1]).body));

beforeEach(() => localStorage.clear());

describe('the page for school visits', () => {
  it('links to the description of a lesson', async () => {
    await open();
    expect(screen.getByRole('link', { name: 'What happens in the lesson' })).toHaveAttribute('href', '/programs/school-program');
  });

  it('answers questions from schools', async () => {
    await open();
    const questions = screen.getByRole('region', { name: 'Questions from schools' });
    expect(within(questions).getByRole('heading', { level: 3, name: 'What does it cost?' })).toBeInTheDocument();
  });

  it('says above the form in which states schools are visited', async () => {
    await open();
    expect(screen.getByText(/schools in Lagos, Osun and Rivers State.*We need a hall/).compareDocumentPosition(getField('School'))).toBe(
      Node.DOCUMENT_POSITION_FOLLOWING,
    );
  });

  it('asks not to name pupils, and says how much time a visit takes', async () => {
    await open();

    expect(getField('Message (optional)')).toHaveAccessibleDescription(/Please do not name pupils\.$/);
    expect(screen.getByText(/We need a hall, one 80-minute lesson, and an hour with your staff\.$/)).toBeInTheDocument();
  });

  it('VOL-04 lists all missing fields, with one message for email and phone', async () => {
    const fetch = mockResponse(accepted);
    const { user } = await open();
    await send(user);

    const summary = await screen.findByRole('alert');
    await waitFor(() => expect(summary).toHaveFocus());
    expect(
      within(summary)
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Enter the name of your school',
      'Enter the town and state',
      'Enter your name',
      'Enter your role at the school',
      'Enter an email address or a phone number',
      'Enter how many pupils, and their ages',
      'Enter the weeks that suit you',
    ]);
    expect(fetch).not.toHaveBeenCalled();
  });

  it('VOL-04 requires no email address once there is a phone number, and reports only an invalid number', async () => {
    const { user } = await open();
    await send(user);
    await waitFor(() => expect(getField('Email')).toHaveAttribute('aria-invalid', 'true'));

    await user.type(getField('Phone'), '0803');
    await user.tab();
    expect(await screen.findByText('This phone number is too short')).toBeInTheDocument();
    await waitFor(() => expect(getField('Email')).not.toHaveAttribute('aria-invalid'));
  });

  it("VOL-11 is sent to our own service with the form's kind and the version of the privacy notice", async () => {
    const fetch = mockResponse(accepted);
    const { user, stub } = await open();
    await fill(user);
    await send(user);

    expect(await screen.findByRole('status')).toHaveTextContent('Thank you for your request! We will get back to you soon.');
    expect(fetch.mock.calls[0]?.[0]).toBe(OWN_SERVICE);
    expect(getBody(fetch.mock.calls[0])).toEqual({
      kind: 'school-visit',
      school: ANSWERS.School,
      location: ANSWERS['Town and state'],
      name: ANSWERS['Your name'],
      role: ANSWERS['Your role'],
      email: '',
      phone: '+2348031234567',
      pupils: ANSWERS.Pupils,
      weeks: ANSWERS['Preferred weeks'],
      message: '',
      _subject: 'New School Visit Request',
      _replyto: '',
      consentVersion: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
    });
    expect(new Headers(Object(fetch.mock.calls[0]?.[1]).headers).get('form-token')).toBe('begun-now');
    expect(stub.celebrations()).toBe(1);
    expect(getField('School')).toHaveValue('');
  });

  it('VOL-11 VOL-12 waits for a connection without affecting a draft of the volunteer form', async () => {
    const volunteerDraft = { values: { name: 'Sade' }, idempotencyKey: 'a'.repeat(32), isQueued: false, savedAt: Date.now() };
    localStorage.setItem('draft', JSON.stringify({ savedAt: Date.now(), forms: { volunteer: volunteerDraft } }));
    const fetch = mockResponse(failOffline);
    const { user } = await open();
    await fill(user, { Email: 'bisi@school.example' });
    await send(user);
    expect(await screen.findByText(/^You are offline\. Your request is saved/)).toBeInTheDocument();

    fetch.mockImplementation(accepted);
    await act(async () => void window.dispatchEvent(new Event('online')));
    expect(await screen.findByText('What happens next')).toBeInTheDocument();
    expect(JSON.parse(localStorage.getItem('draft') ?? '').forms).toEqual({ volunteer: volunteerDraft });
  });

  it('VOL-09 shows a success to bots, and sends nothing', async () => {
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
