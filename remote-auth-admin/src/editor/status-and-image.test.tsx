import { type Event, getEvent, listEvents, updateEvent } from '@site/shared/contracts/event';
import { getLibraryImage } from '@site/shared/contracts/media';
import { NO_CONSENT, type PhotoConsent } from '@site/shared/domain/photo-consent';
import { libraryImageFixture, userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { EDITOR_RESPONSES } from '../testing/editor-responses.ts';
import { eventFixture } from '../testing/event-fixture.ts';

const sent = (input: StubInput | undefined) => (input?.body instanceof FormData ? Object.fromEntries(input.body) : {});

/** Opens the editor of a stored event. The simulated provider stores the status that it receives. */
const edit = async (stored: Partial<Event>, responses: readonly StubResponse[] = []) => {
  const stub = hostServicesStub({
    responses: [
      [getEvent, eventFixture(stored)],
      [updateEvent, (input: StubInput) => eventFixture({ ...stored, status: String(sent(input).status) as Event['status'] })],
      [listEvents, []],
      ...EDITOR_RESPONSES,
      ...responses,
    ],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'editor' }) },
  });
  const view = await renderRoutes(createRoutes, '/admin/events/e1', stub);
  await screen.findByRole('heading', { level: 1, name: 'Edit event' });
  return { ...view, saved: () => stub.getCalls(updateEvent).map(sent) };
};
const getButton = (name: string) => screen.getByRole('button', { name });

describe('the status of a document', () => {
  it('has one filled button, for the next step', async () => {
    const { user, saved } = await edit({});
    const getPrimaryButtons = () => screen.getAllByRole('button').filter(({ className }) => /primary/.test(className));
    expect(getPrimaryButtons()).toEqual([getButton('Publish')]);
    await user.click(getButton('Save draft'));
    expect(saved()).toMatchObject([{ status: 'draft' }]);
  });

  it('reverts a scheduled document to draft', async () => {
    const { user, saved } = await edit({ status: 'scheduled', publishAt: '2030-01-31T07:00:00.000Z' });
    expect(within(screen.getByRole('group', { name: 'Status' })).getByText(/31 January 2030 at 08:00/)).toBeInTheDocument();
    await user.click(getButton('Revert to draft'));

    expect(saved()).toMatchObject([{ status: 'draft' }]);
    expect(await within(screen.getByRole('group', { name: 'Status' })).findByText('Only staff can see this.')).toBeInTheDocument();
  });

  it('archives a published document', async () => {
    const { user, saved } = await edit({ status: 'published' });
    await user.click(getButton('Archive'));
    expect(saved()).toMatchObject([{ status: 'archived' }]);
    expect(await screen.findByText('Not on the site. Only staff can see this.')).toBeInTheDocument();
  });

  it('unpublishes a published document at a chosen time', async () => {
    const { user, saved } = await edit({ status: 'published' });
    fireEvent.change(screen.getByLabelText(/^Unpublish on/), { target: { value: '2030-01-31' } });
    fireEvent.change(screen.getByLabelText(/^Unpublish at/), { target: { value: '08:00' } });
    await user.click(getButton('Save'));
    expect(saved()).toMatchObject([{ status: 'published', unpublishAt: '2030-01-31T07:00:00.000Z' }]);
  });
});

describe('the confirmation before publishing', () => {
  it('says what becomes public and when, focuses Publish, and then links to the published page', async () => {
    const { user, saved } = await edit({});
    await user.keyboard('{Control>}{Enter}{/Control}');
    const dialog = screen.getByRole('dialog', { name: 'Publish this event' });
    expect(dialog).toHaveTextContent('Xpression Night');
    expect(within(dialog).getByRole('radio', { name: 'Now' })).toBeChecked();
    expect(within(dialog).getByRole('button', { name: 'Publish' })).toHaveFocus();
    expect(saved()).toEqual([]);
    await user.keyboard('{Enter}');

    expect(saved()).toMatchObject([{ status: 'published' }]);
    const outcome = await screen.findByRole('region', { name: 'Published' });
    expect(within(outcome).getByRole('link', { name: 'View on the site' })).toHaveAttribute('href', '/events/e1');
    expect(within(outcome).getByRole('link', { name: /WhatsApp/ })).toBeInTheDocument();
    expect(within(outcome).getByRole('button', { name: 'Copy link' })).toBeInTheDocument();
    expect(within(outcome).getByRole('heading')).toHaveFocus();
    await user.click(within(outcome).getByRole('button', { name: 'Dismiss' }));
    expect(screen.queryByRole('region', { name: 'Published' })).not.toBeInTheDocument();
  });

  it('schedules publishing and unpublishing once both dates are valid', async () => {
    const { user, saved } = await edit({});
    await user.click(getButton('Publish'));
    const dialog = screen.getByRole('dialog');
    const set = (label: RegExp | string, value: string) => fireEvent.change(within(dialog).getByLabelText(label), { target: { value } });
    await user.click(within(dialog).getByRole('radio', { name: 'Schedule' }));
    await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    expect(within(dialog).getByText('Choose a date and time in the future')).toBeInTheDocument();
    set('Date', '2030-01-31');
    set('Time', '08:00');
    set('Unpublish on', '2030-01-30');
    set('Unpublish at', '08:00');
    await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));
    expect(within(dialog).getByText('Choose a time after publication')).toBeInTheDocument();
    set('Unpublish on', '2030-02-28');
    await user.click(within(dialog).getByRole('button', { name: 'Schedule' }));

    expect(saved()).toMatchObject([{ status: 'scheduled', publishAt: '2030-01-31T07:00:00.000Z', unpublishAt: '2030-02-28T07:00:00.000Z' }]);
  });

  it('does not open while a required field is empty', async () => {
    const { user } = await edit({ location: '' });
    await user.click(getButton('Publish'));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Enter a location' })).toBeInTheDocument();
  });

  it('shows the page size and checks the link preview', async () => {
    jest.spyOn(globalThis, 'fetch').mockResolvedValue(new Response(new Uint8Array(600 * 1024)));
    const { user } = await edit({ featuredImage: '/img/upload/v1/0123456789abcdef01234567.webp', featuredImageAlt: 'People' });
    await user.click(getButton('Publish'));
    const checks = screen.getByRole('region', { name: 'Checks' });
    expect(await within(checks).findByText(/601 KB of text and photos: slow on a phone/)).toBeInTheDocument();
    expect(within(checks).getByText(/has its own image and text/)).toBeInTheDocument();
    expect(within(checks).getByText('Wording:').parentElement).toHaveTextContent(/no problems found/);
    expect(within(checks).getByText(/all links work/)).toBeInTheDocument();
    jest.restoreAllMocks();
  });
});

describe('consent for the photos of a document', () => {
  const FEATURED_IMAGE_ID = '0123456789abcdef01234567';
  const INLINE_IMAGE_ID = 'ffffffffffffffffffffffff';
  const event = {
    featuredImage: `/img/upload/v1/${FEATURED_IMAGE_ID}.webp`,
    featuredImageAlt: 'People',
    description: `<figure><img src="/img/upload/v1/${INLINE_IMAGE_ID}.webp" alt="A hall"></figure>`,
  };
  const RECORDED_CONSENT = { showsMinors: true, consentBy: 'Mrs Okoro', consentOn: '2026-01-31' };
  const MISSING_CONSENT = { showsMinors: true, consentBy: '', consentOn: '' };
  const NO_MINORS = { ...MISSING_CONSENT, showsMinors: false };
  const review = async (consents: Readonly<Record<string, PhotoConsent>>) => {
    const { user } = await edit(event, [
      [getLibraryImage, ({ params }: StubInput) => libraryImageFixture({ _id: params?.id ?? '', consent: consents[params?.id ?? ''] ?? NO_CONSENT })],
    ]);
    await user.click(getButton('Publish'));
    return within(screen.getByRole('region', { name: 'Checks' }));
  };

  it.each([
    ['no photo', { [FEATURED_IMAGE_ID]: RECORDED_CONSENT, [INLINE_IMAGE_ID]: NO_MINORS }, 'nothing is missing'],
    [
      'the featured photo',
      { [FEATURED_IMAGE_ID]: MISSING_CONSENT, [INLINE_IMAGE_ID]: RECORDED_CONSENT },
      'no consent is recorded for people under 18 in the featured photo',
    ],
    [
      'a photo in the text',
      { [FEATURED_IMAGE_ID]: NO_MINORS, [INLINE_IMAGE_ID]: MISSING_CONSENT },
      'no consent is recorded for people under 18 in photo 1 of the text',
    ],
    [
      'both photos',
      { [FEATURED_IMAGE_ID]: MISSING_CONSENT, [INLINE_IMAGE_ID]: { ...RECORDED_CONSENT, consentOn: '' } },
      'no consent is recorded for people under 18 in the featured photo, photo 1 of the text',
    ],
  ])('PRIV-30 is checked before publishing (missing for %s)', async (_what, consents, expected) => {
    expect(await (await review(consents)).findByText(expected)).toHaveTextContent(`Consent: ${expected}`);
  });

  it('PRIV-30 is not reported as complete if it could not be read', async () => {
    const { user } = await edit(event, [[getLibraryImage, apiError('network')]]);
    await user.click(getButton('Publish'));
    expect(await within(screen.getByRole('region', { name: 'Checks' })).findByText(/could not be checked/)).toBeInTheDocument();
  });
});

describe('the image of a document', () => {
  it('clears the alt text error as soon as the user types', async () => {
    const { user } = await edit({ status: 'published' });
    await user.upload(screen.getByLabelText(/^Featured photo/, { selector: 'input' }), new File(['image'], 'walk.png', { type: 'image/png' }));
    await user.click(getButton('Save'));
    expect(screen.getByLabelText('Alt text')).toHaveAttribute('aria-invalid', 'true');
    await user.type(screen.getByLabelText('Alt text'), 'People walking');

    expect(screen.getByLabelText('Alt text')).not.toHaveAttribute('aria-invalid');
    expect(screen.queryByText('Describe the photo')).not.toBeInTheDocument();
  });
});
