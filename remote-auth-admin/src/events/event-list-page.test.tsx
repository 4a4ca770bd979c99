import { type Event, listEventsPage } from '@site/shared/contracts/event';
import { listTopics } from '@site/shared/contracts/writing';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { eventFixture } from '../testing/event-fixture.ts';
import { serveList } from '../testing/serve-list.ts';

const serveEvents = (events: readonly Event[]) =>
  serveList(events, {
    text: ({ title, tags }) => [title, ...tags].join(' '),
    matches: ({ status, isUpcoming }, query) =>
      (query.status === 'all' || query.status === status) && (query.when === undefined || (query.when === 'upcoming') === isUpcoming),
    sorts: { date: ({ date }) => date ?? '9999' },
  });

const visit = async (path: string, responses: readonly StubResponse[]) => {
  const stub = hostServicesStub({
    responses: [[listTopics, { categories: [], tags: [] }], ...responses],
    session: { token: 't', refreshToken: 'r', user: userFixture({ role: 'editor' }) },
  });
  const view = await renderRoutes(createRoutes, path, stub);
  await screen.findByRole('heading', { level: 1 });
  return { stub, ...view };
};

describe('EventListPage', () => {
  it('NS-01 lists all events including drafts, latest first', async () => {
    const { stub } = await visit('/admin/events', [
      [
        listEventsPage,
        serveEvents([
          eventFixture({ _id: 'e0', title: 'Walk', date: '2026-01-02', status: 'published' }),
          eventFixture(),
          eventFixture({ _id: 'e2', title: 'Unplanned', date: null }),
        ]),
      ],
    ]);

    const [, ...rows] = within(screen.getByRole('table', { name: 'Events' })).getAllByRole('row');
    expect(rows.map((row) => [...row.querySelectorAll('th, td')].slice(1).map(({ textContent }) => textContent))).toEqual([
      ['Unplanned', 'Draft', 'No date yet', '4:00 PM', 'Yaba, Lagos'],
      ['Xpression Night', 'Draft', 'Sat, 12/12/2026', '4:00 PM', 'Yaba, Lagos'],
      ['Walk', 'Published', 'Fri, 01/02/2026', '4:00 PM', 'Yaba, Lagos'],
    ]);
    expect(stub.getCalls(listEventsPage)[0]?.query).toEqual({
      limit: '25',
      offset: '0',
      counts: 'true',
      sort: '-date',
      scope: 'all',
      status: 'all',
      view: 'summary',
    });
    expect(screen.getByRole('link', { name: 'New event' })).toHaveAttribute('href', '/admin/events/new');
  });

  it('searches and filters', async () => {
    const { user } = await visit('/admin/events?show=draft', [
      [listEventsPage, serveEvents([eventFixture(), eventFixture({ _id: 'e0', title: 'Walk', status: 'published' })])],
    ]);
    expect(screen.getByText('1 of 2 events')).toBeInTheDocument();
    await user.click(screen.getByRole('button', { name: 'All' }));
    expect(await screen.findByText('2 of 2 events')).toBeInTheDocument();
    await user.type(screen.getByRole('searchbox', { name: 'Search' }), 'walk stage');
    expect(await screen.findByText('1 of 2 events')).toBeInTheDocument();
  });

  it('explains what to do if there are no events, and why loading failed', async () => {
    const { unmount } = await visit('/admin/events', [[listEventsPage, serveEvents([])]]);
    expect(screen.getByRole('heading', { name: 'No events yet' })).toBeInTheDocument();
    unmount();
    await visit('/admin/events', [[listEventsPage, apiError('server', 'Resting')]]);
    expect(screen.getByRole('heading', { name: 'Failed to load events' })).toBeInTheDocument();
  });

  it.each([
    ['upcoming', { when: 'upcoming', status: 'all' }],
    ['past', { when: 'past', status: 'published' }],
    ['draft', { status: 'draft' }],
    ['scheduled', { status: 'scheduled' }],
    ['unknown', { status: 'all' }],
  ])('requests the filter "%s"', async (filter, query) => {
    const { stub } = await visit(`/admin/events?show=${filter}`, [[listEventsPage, serveEvents([eventFixture()])]]);
    expect(stub.getCalls(listEventsPage)[0]?.query).toMatchObject(query);
  });
});
