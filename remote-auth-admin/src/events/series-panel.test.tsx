import { changeFollowingEvents, listEventSeries, repeatEvent } from '@site/shared/contracts/event-series';
import type { RemoteRoute } from '@site/shared/remote/remote-contract';
import { userFixture } from '@site/shared/testing/fixtures';
import { hostServicesStub, type StubInput, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { eventFixture } from '../testing/event-fixture.ts';
import { SeriesPanel } from './series-panel.tsx';

const event = eventFixture({ date: '2026-12-18', status: 'published', seriesId: 'e1' });
const SERIES = [
  { _id: 'e1', title: 'A', date: '2026-12-18', status: 'published' as const },
  { _id: 'e2', title: 'A', date: '2026-12-25', status: 'draft' as const },
];

const visit = async (responses: readonly StubResponse[], { isUnsaved = false, shown = event } = {}) => {
  const stub = hostServicesStub({ responses, session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'editor' }) } });
  const routes = (services: typeof stub): RemoteRoute[] => [{ path: '/', element: <SeriesPanel services={services} event={shown} isUnsaved={isUnsaved} /> }];
  await act(() => renderRoutes(routes, '/', stub).then(() => undefined));
  return stub;
};
const press = (name: string, container: HTMLElement = document.body) => fireEvent.click(within(container).getByRole('button', { name }));

describe('repeating an event', () => {
  it('STAFF-26 lists the new dates without those of the series, and skips a date that the user unticks', async () => {
    const requestBodies: unknown[] = [];
    const stub = await visit([
      [listEventSeries, SERIES],
      [
        repeatEvent,
        ({ body }: StubInput) => {
          requestBodies.push(body);
          return { ids: ['e3', 'e4'] };
        },
      ],
    ]);
    expect(await screen.findByRole('link', { name: 'Fri, 12/25/2026' })).toHaveAttribute('href', '/admin/events/e2');
    press('Add more dates');
    const dialog = screen.getByRole('dialog', { name: 'Repeat this event' });
    expect(within(dialog).getByRole('button', { name: 'Create events' })).toBeDisabled();
    expect(within(dialog).getByRole('status')).toHaveTextContent('Choose the last day to see the dates');
    fireEvent.change(within(dialog).getByLabelText('Until'), { target: { value: '2027-01-15' } });

    expect(
      within(dialog)
        .getAllByRole('checkbox')
        .map(({ labels }: Partial<HTMLInputElement>) => labels?.[0]?.textContent),
    ).toEqual(['Friday, 1 January 2027', 'Friday, 8 January 2027', 'Friday, 15 January 2027', 'Publish immediately']);
    fireEvent.click(within(dialog).getByLabelText('Friday, 1 January 2027'));
    expect(within(dialog).getByText('2 of 3 dates')).toBeInTheDocument();
    press('Create 2 events', dialog);

    await waitFor(() => expect(requestBodies).toEqual([{ dates: ['2027-01-08', '2027-01-15'], status: 'published' }]));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(stub.toasts).toMatchObject([{ message: '2 events published' }]);
  });

  it('STAFF-26 creates the events once, although Enter is pressed twice', async () => {
    const stub = await visit([
      [listEventSeries, []],
      [repeatEvent, () => new Promise(() => undefined)],
    ]);
    press('Repeat');
    const dialog = within(screen.getByRole('dialog', { name: 'Repeat this event' }));
    const until = dialog.getByLabelText('Until');
    fireEvent.keyDown(until, { key: 'Enter' });
    expect(stub.getCalls(repeatEvent)).toEqual([]);
    fireEvent.change(until, { target: { value: '2026-12-25' } });
    fireEvent.keyDown(until, { key: 'Enter' });
    fireEvent.keyDown(until, { key: 'Enter' });

    expect(stub.getCalls(repeatEvent)).toHaveLength(1);
    expect(dialog.getByRole('button', { name: 'Create 1 event' })).toHaveAttribute('aria-busy', 'true');
  });

  it('STAFF-26 updates the later events after confirmation', async () => {
    const stub = await visit([
      [listEventSeries, SERIES],
      [changeFollowingEvents, { changed: 1 }],
    ]);
    fireEvent.click(await screen.findByRole('button', { name: 'Update all later events' }));
    press('Update them', screen.getByRole('dialog', { name: 'Also update the later event?' }));

    await waitFor(() => expect(stub.toasts).toMatchObject([{ message: '1 event updated' }]));
  });

  it('STAFF-26 cannot update the later events while the event has unsaved changes', async () => {
    await visit([[listEventSeries, SERIES]], { isUnsaved: true });
    expect(await screen.findByRole('button', { name: 'Update all later events' })).toBeDisabled();
  });

  it('STAFF-26 requires a date', async () => {
    await visit([], { shown: eventFixture({ date: null, seriesId: '' }) });
    expect(screen.getByText('Save the event with a date before you repeat it.')).toBeInTheDocument();
  });
});
