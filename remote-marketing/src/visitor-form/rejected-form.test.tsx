import { createFormToken } from '@site/shared/contracts/application';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { readDraft, saveDraft } from './form-draft.ts';

const VALUES = {
  name: 'Sade L.',
  email: 'sade@example.com',
  phone: '',
  qualification: 'BSc',
  location: 'Lagos',
  skills: '',
  interests: '',
  motivation: 'I was helped once.',
  ageBand: '',
  guardianContact: '',
};
const REASON = 'Enter an email address that we can write to';
const FAILURE = 'There was an error submitting your application. Please try again.';

const open = () => {
  const stub = hostServicesStub({ responses: [[createFormToken, { token: 'begun-now' }]], site: { volunteerFormUrl: '/api/forms/volunteer' } });
  return renderRoutes(createRoutes, '/volunteer', stub);
};
const reject = (body: unknown = { message: 'Some fields need your attention.', errors: { email: REASON } }) =>
  jest.spyOn(globalThis, 'fetch').mockImplementation(async () => new Response(JSON.stringify(body), { status: 422 }));
const goOnline = () => act(async () => void window.dispatchEvent(new Event('online')));
const email = () => screen.getByRole('textbox', { name: 'Email' });
const findReasons = async (reason: string) => within((await screen.findByRole('link', { name: reason })).closest('[role="alert"]') as HTMLElement);

beforeEach(() => localStorage.clear());

describe('a queued form that the service rejects', () => {
  it('VOL-12 shows the reasons at their fields, and is not sent again', async () => {
    const fetch = reject();
    saveDraft('volunteer', VALUES, true);
    const { unmount } = await open();

    await findReasons(REASON);
    expect(email()).toHaveAccessibleDescription(expect.stringContaining(REASON));
    expect(screen.getByText(FAILURE, { exact: false })).toHaveTextContent('Your answers will not be sent automatically. They are still in the form.');
    expect(email()).toHaveValue(VALUES.email);
    await goOnline();
    unmount();

    await open();
    await findReasons(REASON);
    await goOnline();
    expect(fetch).toHaveBeenCalledTimes(1);
  });

  it('VOL-12 no longer shows the reasons once the answers have changed', async () => {
    reject();
    saveDraft('volunteer', VALUES, true);
    const { user, unmount } = await open();
    await findReasons(REASON);
    await user.type(email(), '.ng');
    unmount();
    await open();

    await waitFor(() => expect(email()).toHaveValue('sade@example.com.ng'));
    expect(screen.queryByText(REASON)).not.toBeInTheDocument();
  });

  it('VOL-12 becomes a draft with the reason if the answers violate a rule of this release', async () => {
    const fetch = reject();
    saveDraft('volunteer', { ...VALUES, location: '' }, true);
    await open();

    await findReasons('Enter where you live');
    expect(fetch).not.toHaveBeenCalled();
    expect(readDraft('volunteer')).toMatchObject({ isQueued: false, values: { name: 'Sade L.' } });
  });

  it('VOL-12 shows a general message if the service gives no reason', async () => {
    reject('no JSON object');
    saveDraft('volunteer', VALUES, true);
    await open();

    expect(await screen.findByRole('alert')).toHaveTextContent(FAILURE);
    expect(readDraft('volunteer')).toMatchObject({ isQueued: false, values: VALUES });
  });
});

describe('a queued form', () => {
  it.each(['changed', 'cleared'])('VOL-12 no longer says that it will be sent once it is %s', async (change) => {
    jest.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.reject(new TypeError('offline')));
    saveDraft('volunteer', VALUES, false);
    const { user } = await open();
    await waitFor(() => expect(email()).toHaveValue(VALUES.email));
    await user.click(screen.getByRole('button', { name: 'Send application' }));
    expect(await screen.findByText(/will be sent once you are back online/)).toBeInTheDocument();
    if (change === 'changed') await user.type(email(), '.ng');
    else await user.click(screen.getByRole('button', { name: 'Clear the form' }));

    expect(screen.queryByText(/will be sent once you are back online/)).not.toBeInTheDocument();
  });
});

describe('a form that the service rejects immediately', () => {
  it('VOL-12 shows the reasons at their fields', async () => {
    reject();
    saveDraft('volunteer', VALUES, false);
    const { user } = await open();
    await waitFor(() => expect(email()).toHaveValue(VALUES.email));
    await user.click(screen.getByRole('button', { name: 'Send application' }));

    await findReasons(REASON);
    expect(email()).toHaveAccessibleDescription(expect.stringContaining(REASON));
  });
});
