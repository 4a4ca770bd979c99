import { type Event, getEvent, listEvents, updateEvent } from '@site/shared/contracts/event';
import { deleteDocumentDraft, getDocumentDraft, putDocumentDraft } from '@site/shared/contracts/version';
import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub, type StubInput } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { eventFixture } from '../testing/event-fixture.ts';

const sent = (input: StubInput | undefined) => (input?.body instanceof FormData ? Object.fromEntries(input.body) : {});

/** The editor of one stored event; the provider stores the status that it is sent. */
const edit = async (stored: Partial<Event>) => {
  const stub = hostServicesStub({
    responses: [
      [getEvent, eventFixture(stored)],
      [updateEvent, (input: StubInput) => eventFixture({ ...stored, status: String(sent(input).status) as Event['status'] })],
      [listEvents, []],
      [getDocumentDraft, null],
      [putDocumentDraft, null],
      [deleteDocumentDraft, { _id: 'e1' }],
    ],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'editor' }) },
  });
  const view = await renderRoutes(createRoutes, '/admin/events/e1', stub);
  await screen.findByRole('heading', { level: 1, name: 'Edit event' });
  return { ...view, saved: () => stub.getCalls(updateEvent).map(sent) };
};
const press = (name: string) => screen.getByRole('button', { name });
const choose = (name: string) => screen.getByRole('radio', { name });

describe('the status of a document', () => {
  it('sets a scheduled document back to draft', async () => {
    const { user, saved } = await edit({ status: 'scheduled', publishAt: '2030-01-31T07:00:00.000Z' });
    await user.click(choose('Draft'));
    await user.click(screen.getByRole('button', { name: /^Save/ }));

    expect(saved()).toMatchObject([{ status: 'draft' }]);
    expect(choose('Draft')).toHaveProperty('checked', true);
  });

  it('asks for confirmation before scheduling unpublishes a published document', async () => {
    const { user, saved } = await edit({ status: 'published' });
    await user.click(choose('Schedule'));
    fireEvent.change(screen.getAllByLabelText('Date')[1]!, { target: { value: '2030-01-31' } });
    fireEvent.change(screen.getAllByLabelText('Time')[1]!, { target: { value: '08:00' } });
    await user.click(press('Schedule'));

    const dialog = screen.getByRole('dialog', { name: 'Take this event off the site until then?' });
    expect(dialog.textContent).toContain('31 January 2030 at 08:00');
    expect(saved()).toEqual([]);
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(saved()).toEqual([]);
    await user.click(press('Schedule'));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Schedule' }));
    expect(saved()).toMatchObject([{ status: 'scheduled', publishAt: '2030-01-31T07:00:00.000Z' }]);
  });

  it('does not reset the chosen status when a draft is saved', async () => {
    const { user, saved } = await edit({});
    await user.click(choose('Publish'));
    await user.click(press('Save draft'));

    expect(saved()).toMatchObject([{ status: 'draft' }]);
    await screen.findByText(/^Saved /);
    expect(choose('Publish')).toHaveProperty('checked', true);
  });
});

describe('the image of a document', () => {
  it('removes the error of the alt text as soon as it is corrected', async () => {
    const { user } = await edit({ status: 'published' });
    await user.upload(screen.getByLabelText(/^Featured image/), new File(['image'], 'walk.png', { type: 'image/png' }));
    await user.click(press('Save'));
    expect(screen.getByLabelText('Alt text')).toHaveAttribute('aria-invalid', 'true');
    await user.type(screen.getByLabelText('Alt text'), 'People walking');

    expect(screen.getByLabelText('Alt text')).not.toHaveAttribute('aria-invalid');
    expect(screen.queryByText('Describe the image')).not.toBeInTheDocument();
  });
});
