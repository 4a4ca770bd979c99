import { createEvent, deleteEvent, getEvent, listEvents, updateEvent } from '@site/shared/contracts/event';
import type { Role } from '@site/shared/domain/roles';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, type HostServicesStub, hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { fireEvent, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { EDITOR_RESPONSES } from '../testing/editor-responses.ts';
import { eventFixture } from '../testing/event-fixture.ts';

const visit = async (path: string, responses: readonly StubResponse[], role: Role = 'editor') => {
  const stub = hostServicesStub({ responses: [...EDITOR_RESPONSES, ...responses], session: { token: 't', refreshToken: 'r', user: userFixture({ role }) } });
  const view = await renderRoutes(createRoutes, path, stub);
  await screen.findByRole('heading', { level: 1 });
  return { stub, ...view };
};

const sent = (input: StubInput | undefined) => (input?.body instanceof FormData ? Object.fromEntries(input.body) : {});
const getAreaLink = (name: string) => within(screen.getByRole('navigation', { name: 'Staff area' })).getByRole('link', { name });
/** Returns only the last save, because on a slow machine the draft may have been autosaved first. */
const getLastSaved = (stub: HostServicesStub) => sent(stub.calls.findLast(({ endpoint }) => endpoint === createEvent || endpoint === updateEvent)?.input);
const fill = (label: string | RegExp, value: string) => fireEvent.change(screen.getByLabelText(label), { target: { value } });
const getButton = (name: string) => screen.getByRole('button', { name });

afterEach(() => jest.restoreAllMocks());

describe('EventEditorPage', () => {
  it('API-09 TAG-01 creates a draft, and continues editing it', async () => {
    const { stub, user, router } = await visit('/admin/events/new', [
      [createEvent, eventFixture()],
      [updateEvent, eventFixture()],
      [getEvent, eventFixture()],
    ]);
    fill('Title', 'Xpression Night');
    fill('Time', '16:00');
    await user.type(screen.getByRole('combobox', { name: 'Tags' }), 'music,stage');
    await user.click(getButton('Save draft'));

    expect(getLastSaved(stub)).toMatchObject({ title: 'Xpression Night', time: '4:00 PM', tags: 'music, stage', status: 'draft' });
    expect(getLastSaved(stub)).not.toHaveProperty('featuredImage');
    expect(await screen.findByRole('heading', { name: 'Edit event' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/events/e1');
    expect(stub.toasts).toEqual([{ kind: 'success', message: 'Saved' }]);
  });

  it('API-09 previews an image, and sends it with its alt text', async () => {
    const { stub, user } = await visit('/admin/events/e1', [
      [getEvent, eventFixture()],
      [updateEvent, eventFixture()],
    ]);
    await user.upload(screen.getByLabelText(/^Featured photo/, { selector: 'input' }), new File(['image'], 'walk.png', { type: 'image/png' }));
    fill('Alt text', 'People walking');
    expect(await screen.findByRole('presentation')).toHaveProperty('src', 'data:image/png;base64,aW1hZ2U=');
    await user.click(getButton('Save draft'));

    expect(getLastSaved(stub)).toMatchObject({ featuredImageAlt: 'People walking' });
  });

  it('API-09 NS-09 updates an event based on the version that was loaded', async () => {
    const { stub, user } = await visit('/admin/events/e1', [
      [getEvent, eventFixture()],
      [updateEvent, eventFixture({ title: 'Xpression Day' })],
    ]);
    expect(screen.getByLabelText('Time')).toHaveProperty('value', '16:00');
    fill('Title', 'Xpression Day');
    await user.type(screen.getByLabelText('Title'), '{Enter}');
    await user.click(getButton('Save draft'));

    expect(getLastSaved(stub)).toMatchObject({ title: 'Xpression Day', updatedAt: '2026-11-20T09:00:00.000Z', status: 'draft' });
  });

  it('sends the status, the attendance mode and the audience', async () => {
    const { stub, user } = await visit('/admin/events/e1', [
      [getEvent, eventFixture()],
      [updateEvent, eventFixture()],
    ]);
    fill(/^Last day/, '2026-12-14');
    await user.selectOptions(screen.getByLabelText('Event status'), 'Postponed');
    await user.selectOptions(screen.getByLabelText(/^Attendance/), 'In person and online');
    fill(/^Agenda/, '4:00 PM Tea');
    fill(/^Who it is for/, 'Students');
    fill(/^Speakers/, 'Ada');
    await user.click(getButton('Save draft'));

    expect(getLastSaved(stub)).toMatchObject({
      endDate: '2026-12-14',
      eventStatus: 'postponed',
      attendanceMode: 'hybrid',
      agenda: '4:00 PM Tea',
      audience: 'Students',
      speakers: 'Ada',
    });
  });

  it('NS-05 shows the errors if the provider rejects the publication', async () => {
    const { stub, user } = await visit('/admin/events/e1', [
      [getEvent, eventFixture()],
      [updateEvent, apiError('invalid', 'Check the form', { location: 'Enter a location' })],
    ]);
    await user.click(getButton('Publish'));
    await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Publish' }));
    expect(getLastSaved(stub)).toMatchObject({ status: 'published' });
    const summary = await screen.findByRole('alert');
    expect(summary).toHaveFocus();
    await user.click(within(summary).getByRole('link', { name: 'Enter a location' }));
    expect(screen.getByLabelText('Location')).toHaveFocus();
  });

  it('NS-05 validates the input before it is sent', async () => {
    const { stub, user } = await visit('/admin/events/new', []);
    await user.type(screen.getByLabelText(/^Registration link/), 'http://example.org');
    await user.click(getButton('Save draft'));

    expect(
      within(screen.getByRole('alert'))
        .getAllByRole('link')
        .map(({ textContent }) => textContent),
    ).toEqual(['Enter a title', 'Enter a link that begins with https://']);
    expect(stub.getCalls(createEvent)).toHaveLength(0);
  });

  it('unpublishes a published event', async () => {
    const { stub, user } = await visit('/admin/events/e1', [
      [getEvent, eventFixture({ status: 'published' })],
      [updateEvent, eventFixture({ status: 'draft' })],
    ]);
    expect(screen.getByRole('link', { name: 'View on the site' })).toHaveAttribute('href', '/events/e1');
    await user.click(getButton('Unpublish'));
    expect(getLastSaved(stub)).toMatchObject({ status: 'draft' });
  });

  it('NS-08 does not let contributors publish', async () => {
    const { unmount } = await visit('/admin/events/e1', [[getEvent, eventFixture()]], 'contributor');
    expect(screen.queryByRole('button', { name: 'Publish' })).not.toBeInTheDocument();
    expect(screen.queryByLabelText('Status')).not.toBeInTheDocument();
    unmount();
    await visit('/admin/events/e1', [[getEvent, eventFixture({ status: 'published' })]], 'contributor');
    expect(screen.queryByRole('button', { name: 'Delete' })).not.toBeInTheDocument();
  });

  it('deletes an event after confirmation', async () => {
    const { stub, user, router } = await visit('/admin/events/e1', [
      [getEvent, eventFixture()],
      [deleteEvent, { _id: 'e1' }],
      [listEvents, []],
    ]);
    await user.click(getButton('Delete'));
    await user.keyboard('{Escape}');
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(getButton('Delete')).toHaveFocus();
    await user.click(getButton('Delete'));
    await user.click(within(screen.getByRole('dialog', { name: 'Delete this event?' })).getByRole('button', { name: 'Delete' }));

    expect(await screen.findByRole('heading', { name: 'No events yet' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/events');
    expect(stub.getCalls(deleteEvent)).toEqual([{ params: { id: 'e1' } }]);
  });

  it('stores unsaved work on the device, and offers to restore it', async () => {
    const responses = [
      [getEvent, eventFixture({ status: 'published' })],
      [listEvents, []],
    ] as const;
    const { user, unmount } = await visit('/admin/events/e1', responses);
    await user.type(screen.getByLabelText('Title'), '!');
    expect(screen.getByRole('status', { name: 'Save state' }).textContent).toBe('Saved on this device only, not public yet');
    await user.click(getAreaLink('Events'));
    await screen.findByRole('heading', { name: 'No events yet' });
    unmount();

    const { user: later } = await visit('/admin/events/e1', responses);
    await later.click(await screen.findByRole('button', { name: 'Restore' }));
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Xpression Night!');
  });

  it('asks for confirmation before leaving unsaved work that the device could not store', async () => {
    jest.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError');
    });
    const { user, router } = await visit('/admin/events/e1', [
      [getEvent, eventFixture({ status: 'published' })],
      [listEvents, []],
    ]);
    await user.type(screen.getByLabelText('Title'), '!');
    expect(screen.getByRole('status', { name: 'Save state' }).textContent).toBe('Not saved on the site or on this device');
    await user.click(getAreaLink('Events'));
    const dialog = await screen.findByRole('dialog', { name: 'Leave without saving?' });
    await user.click(within(dialog).getByRole('button', { name: 'Cancel' }));
    expect(screen.getByLabelText('Title')).toHaveProperty('value', 'Xpression Night!');
    await user.click(getAreaLink('Events'));
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Leave' }));
    await screen.findByRole('heading', { name: 'No events yet' });
    expect(router.state.location.pathname).toBe('/admin/events');
  });

  it('NS-09 shows a version that another user saved first, and overwrites it only on request', async () => {
    const theirs = eventFixture({ title: 'Their night', updatedAt: '2026-11-20T10:00:00.000Z' });
    const read = [eventFixture(), theirs];
    const { user, stub } = await visit('/admin/events/e1', [
      [getEvent, () => read.shift() ?? theirs],
      [updateEvent, apiError('conflict')],
    ]);
    await user.type(screen.getByLabelText('Title'), '!');
    await user.click(getButton('Save draft'));
    const dialog = await screen.findByRole('dialog', { name: 'Someone else saved first' });
    expect(within(dialog).getByRole('group', { name: 'Title' }).textContent).toBe('TitleTheirsTheir nightYoursXpression Night!');
    stub.respond(updateEvent, eventFixture({ title: 'Xpression Night!', updatedAt: '2026-11-20T11:00:00.000Z' }));
    await user.click(within(dialog).getByRole('button', { name: 'Save my choice' }));

    expect(await screen.findByText(/^Saved \d/)).toBeInTheDocument();
    expect(getLastSaved(stub)).toMatchObject({ title: 'Xpression Night!', updatedAt: '2026-11-20T10:00:00.000Z' });
  });

  it('reports that an event does not exist', async () => {
    await visit('/admin/events/gone', [[getEvent, apiError('not-found')]]);
    expect(screen.getByRole('heading', { level: 1, name: 'Event not found' })).toBeInTheDocument();
  });
});
