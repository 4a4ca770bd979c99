import { listEvents } from '@site/shared/contracts/event';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const openEvents = async (events: unknown, path = '/events') => {
  const services = hostServicesStub({ responses: [[listEvents, events]] });
  const view = await renderRoutes(createRoutes, path, services);
  return { ...view, services };
};

const section = (name: 'Upcoming Events' | 'Past Events') => within(screen.getByRole('region', { name }));
const titles = (name: 'Upcoming Events' | 'Past Events') =>
  section(name)
    .queryAllByRole('heading', { level: 3 })
    .map((heading) => heading.textContent);

const past = eventFixture({ _id: 'event-2', title: 'Open Day', date: '2026-05-02', isUpcoming: false });

describe('EventsListPage', () => {
  it('ROUTE-08 EVT-01 shows the title and the tagline', async () => {
    await openEvents([eventFixture()]);
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Events');
    expect(screen.getByText('Join Us in Making a Difference')).toBeInTheDocument();
  });

  it("EVT-02 X-10 separates events by the server's flag, nearest first", async () => {
    await openEvents([
      eventFixture({ _id: 'a', title: 'Later', date: '2026-12-24' }),
      eventFixture({ _id: 'b', title: 'Sooner', date: '2026-12-01' }),
      eventFixture({ _id: 'c', title: 'Long ago', date: '2025-01-01', isUpcoming: false }),
      eventFixture({ _id: 'd', title: 'Lately', date: '2026-10-01', isUpcoming: false }),
      eventFixture({ _id: 'e', title: 'Draft', status: 'draft' }),
    ]);
    expect(titles('Upcoming Events')).toEqual(['Sooner', 'Later']);
    expect(titles('Past Events')).toEqual(['Lately', 'Long ago']);
  });

  it('NEWS-05 links the category and the tags to their event pages, which have their own feeds', async () => {
    const { user, router, services } = await openEvents([eventFixture(), eventFixture({ _id: 'b', title: 'Choir', category: 'Hubs', tags: [] }), past]);
    await user.click(section('Upcoming Events').getByRole('link', { name: 'Yaba' }));

    expect(await screen.findByRole('heading', { level: 1, name: 'Events tagged “Yaba”' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/events/tag/yaba');
    expect(titles('Upcoming Events')).toEqual(['Xpression Night']);
    expect(services.getCalls(listEvents).at(-1)?.query).toMatchObject({ tag: 'yaba', status: 'published' });
    expect(screen.getByRole('link', { name: /RSS/ })).toHaveAttribute('href', '/events/tag/yaba/feed.xml');
    expect(screen.getAllByRole('link', { name: 'All events' })[0]).toHaveAttribute('href', '/events');
  });

  it.each(['/events/category/nothing', '/events/tag/No%20Slug'])('says that %s has no events', async (path) => {
    await openEvents([eventFixture()], path);
    expect(screen.getByRole('heading', { level: 1, name: 'No events here' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'All events' })).toHaveAttribute('href', '/events');
  });

  it.each([
    ['Upcoming Events', eventFixture()],
    ['Past Events', eventFixture({ isUpcoming: false })],
  ] as const)('EVT-03 EVT-04 X-11 shows all facts on a card in %s', async (name, event) => {
    await openEvents([event]);
    const card = section(name);
    expect(card.getByRole('img', { name: 'A poet at a microphone' })).toHaveAttribute('src', expect.stringContaining('xpression.webp'));
    expect(card.getByText('Xpression')).toBeInTheDocument();
    expect(card.getByRole('link', { name: 'Xpression Night' })).toHaveAttribute('href', '/events/event-1');
    const date = card.getByText('Sat, 11/21/2026');
    expect([date.getAttribute('datetime'), date.getAttribute('title')]).toEqual(['2026-11-21', 'November 21, 2026']);
    expect(card.getByText('4:00 PM to 8:00 PM')).toBeInTheDocument();
    expect(card.getByText('Yaba College Hub, Lagos')).toBeInTheDocument();
    expect(card.getByText('Three minutes, one microphone.')).toBeInTheDocument();
    expect(within(card.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')).toHaveLength(2);
  });

  it.each([
    ['Upcoming Events', true],
    ['Past Events', false],
  ] as const)('EVT-03 says that an event is cancelled and how to attend it in %s', async (name, isUpcoming) => {
    await openEvents([eventFixture({ isUpcoming, eventStatus: 'cancelled', attendanceMode: 'hybrid', endDate: '2026-11-23' })]);
    const card = section(name);
    expect([card.getByText('Cancelled'), card.getByText('In person and online'), card.getByText('Mon, 11/23/2026')]).toHaveLength(3);
    expect(screen.queryByRole('link', { name: /Register Now/ })).not.toBeInTheDocument();
  });

  it('EVT-03 adds no status label to the card of an event that goes ahead as planned', async () => {
    await openEvents([eventFixture({ attendanceMode: 'online', location: 'Online' })]);
    const card = section('Upcoming Events');
    expect(card.getAllByText('Online')).toHaveLength(1);
    expect(card.queryByText(/Cancelled|Postponed/)).not.toBeInTheDocument();
  });

  it('EVT-04 shows the month of a past event as a word beside the date', async () => {
    await openEvents([
      eventFixture({ _id: 'past', title: 'Over', isUpcoming: false, date: '2026-11-09', endDate: '2026-11-13' }),
      eventFixture({ _id: 'next' }),
    ]);
    const [next, past] = ['Xpression Night', 'Over'].map((name) => screen.getByRole('heading', { name }).closest('li'));
    expect(past).toHaveTextContent('Mon, 11/09/2026 to Fri, 11/13/2026 (November 9, 2026 to November 13, 2026)');
    expect(next).not.toHaveTextContent('(November');
  });

  it('EVT-05 truncates the description to 150 characters', async () => {
    await openEvents([eventFixture({ description: `<p>${'x'.repeat(200)}</p>` })]);
    expect(screen.getByText(`${'x'.repeat(150)}…`)).toBeInTheDocument();
  });

  it('EVT-06 opens "Register Now" in a new tab, only on upcoming cards with a link', async () => {
    await openEvents([eventFixture(), eventFixture({ _id: 'b', registrationLink: '' }), past]);
    const links = screen.getAllByRole('link', { name: /Register Now/ });
    expect(links.map((link) => [link.getAttribute('href'), link.getAttribute('target')])).toEqual([['https://tickets.example/xpression', '_blank']]);
  });

  it('EVT-06 renders no link with an unsafe scheme', async () => {
    await openEvents([eventFixture({ registrationLink: 'javascript:alert(1)' })]);
    expect(screen.queryByRole('link', { name: /Register Now/ })).not.toBeInTheDocument();
  });

  it('EVT-07 shows a message if there are no upcoming events', async () => {
    await openEvents([past]);
    expect(section('Upcoming Events').getByText('No Upcoming Events')).toBeInTheDocument();
    expect(screen.getByText('There are no upcoming events scheduled at the moment.')).toBeInTheDocument();
  });

  it('EVT-08 shows a message if there are no past events', async () => {
    await openEvents([eventFixture()]);
    expect(section('Past Events').getByText('No Past Events')).toBeInTheDocument();
    expect(screen.getByText('There are no past events to display.')).toBeInTheDocument();
  });

  it('EVT-09 ERR-01 says "Failed to load events" with one toast, and retries', async () => {
    const { services, user } = await openEvents(apiError('server'));
    expect(screen.getByText('Failed to load events')).toBeInTheDocument();
    expect(services.toasts).toHaveLength(1);

    services.respond(listEvents, [eventFixture()]);
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('Xpression Night')).toBeInTheDocument();
  });

  it.each([
    [true, { featuredImage: '', image: '/img/upload/other.webp' }],
    [false, { featuredImage: '', image: '/img/upload/other.webp' }],
    [false, { featuredImage: '/img/upload/other.webp', image: '' }],
  ])('EVT-10 reads the image from either field (upcoming: %p)', async (isUpcoming, images) => {
    await openEvents([eventFixture({ isUpcoming, ...images })]);
    expect(screen.getByRole('img', { name: 'A poet at a microphone' })).toHaveAttribute('src', expect.stringContaining('other.webp'));
  });

  it('shows twelve past events per page', async () => {
    const many = Array.from({ length: 13 }, (_, index) => eventFixture({ _id: `p-${index}`, title: `Past ${index}`, isUpcoming: false }));
    const { user } = await openEvents(many);
    expect(titles('Past Events')).toHaveLength(12);

    await user.click(screen.getByRole('link', { name: 'Next page' }));

    expect(await screen.findByText('Past 12')).toBeInTheDocument();
    expect(titles('Past Events')).toHaveLength(1);
  });
});
