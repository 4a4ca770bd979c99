import { getEvent, listEvents } from '@site/shared/contracts/event';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { loadEventDetail } from './events-data.ts';

const openEvent = async (event: unknown) => {
  const services = hostServicesStub({
    responses: [
      [getEvent, event],
      [listEvents, [eventFixture()]],
    ],
  });
  const view = await renderRoutes(createRoutes, '/events/event-1', services);
  return { ...view, services };
};

describe('EventDetailPage', () => {
  it('ROUTE-09 EVD-01 EVD-02 EVD-06 shows image, title, date, time, location, tags and description', async () => {
    const { services } = await openEvent(eventFixture());
    expect(screen.getByRole('heading', { level: 1 }).textContent).toBe('Xpression Night');
    expect(screen.getByRole('img', { name: 'A poet at a microphone' })).toBeInTheDocument();
    const facts = within(screen.getByRole('complementary', { name: 'Event facts' }));
    expect(facts.getByText('Sat, 11/21/2026')).toHaveAttribute('datetime', '2026-11-21T16:00:00+01:00');
    expect(facts.getByText('4:00 PM to 8:00 PM')).toBeInTheDocument();
    expect(facts.getByText('Yaba College Hub, Lagos')).toBeInTheDocument();
    expect(within(screen.getByRole('list', { name: 'Tags' })).getAllByRole('listitem')).toHaveLength(2);
    expect(screen.getByText('Three minutes, one microphone.')).toBeInTheDocument();
    expect(services.getCalls(getEvent).map(({ params }) => params)).toEqual([{ id: 'event-1' }]);
  });

  it("includes only visible fields in the page's data", async () => {
    const services = hostServicesStub({ responses: [[getEvent, eventFixture({ isSample: true, publishAt: '2026-11-01T09:00:00.000Z' })]] });
    const url = new URL('http://localhost/events/event-1');
    const { data: page } = await loadEventDetail(services, {
      request: new Request(url),
      url,
      pattern: '/events/:id',
      params: { id: 'event-1' },
      context: {},
    });
    for (const name of ['_id', 'status', 'publishAt', 'isSample', 'featuredImage', 'featuredImageAlt', 'updatedAt']) {
      expect(page).not.toHaveProperty(['event', name]);
    }
  });

  it('EVD-06 shows the month as a word, and the time zone', async () => {
    await openEvent(eventFixture());

    const facts = within(screen.getByRole('complementary', { name: 'Event facts' }));
    expect([facts.getByText('November 21, 2026'), facts.getByText('Lagos time (UTC+1)')]).toHaveLength(2);
  });

  it('shows a contact for questions about an upcoming event', async () => {
    await openEvent(eventFixture({ date: '2999-01-01' }));

    const facts = within(screen.getByRole('complementary', { name: 'Event facts' }));
    expect(facts.getByRole('link', { name: '+234 800 000 0000' })).toHaveAttribute('href', 'tel:+2348000000000');
    expect(facts.getByRole('link', { name: /hello@/ })).toHaveAttribute('href', 'mailto:hello@bettertomorrow.example');
  });

  it('EVT-04 shows the first and last day of a multi-day event', async () => {
    await openEvent(eventFixture({ endDate: '2026-11-23' }));

    const facts = within(screen.getByRole('complementary', { name: 'Event facts' }));
    expect([facts.getByText('Sat, 11/21/2026'), facts.getByText('Mon, 11/23/2026')].map((day) => day.getAttribute('datetime'))).toEqual([
      '2026-11-21T16:00:00+01:00',
      '2026-11-23',
    ]);
    expect(facts.getByText('November 21, 2026 to November 23, 2026')).toBeInTheDocument();
  });

  it.each([
    ['cancelled', 'Cancelled', 'This event has been cancelled.', 0],
    ['postponed', 'Postponed', 'This event has been postponed. We will post the new date here.', 1],
  ] as const)('says that it is %s, and does not link to calendars', async (eventStatus, label, note, registrationLinkCount) => {
    await openEvent(eventFixture({ eventStatus }));
    expect(screen.getAllByText(label)).toHaveLength(2);
    expect(screen.getByText(note)).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Google Calendar|Outlook|Add to calendar/ })).not.toBeInTheDocument();
    expect(screen.queryAllByRole('link', { name: /Register Now/ })).toHaveLength(registrationLinkCount);
  });

  it('does not say that a cancelled event is over', async () => {
    await openEvent(eventFixture({ eventStatus: 'cancelled', isUpcoming: false }));
    expect(screen.queryByText('This event is over.')).not.toBeInTheDocument();
  });

  it.each([
    ['in-person', 'In person', 1],
    ['online', 'Online', 0],
    ['hybrid', 'In person and online', 1],
  ] as const)('says that it is %s, and links to a map only if it has a venue', async (attendanceMode, label, mapLinkCount) => {
    await openEvent(eventFixture({ attendanceMode }));
    expect(screen.getByText(label)).toBeInTheDocument();
    expect(screen.queryAllByRole('link', { name: /View on a map/ })).toHaveLength(mapLinkCount);
  });

  it('shows the agenda with its times, the audience and the speakers', async () => {
    await openEvent(eventFixture({ agenda: 'Saturday\n4:00 PM Tea\n4:00 PM Tea', audience: 'Students', speakers: 'Ada, poet\nEfe' }));
    const agenda = within(screen.getByRole('region', { name: 'Agenda' }));
    expect(agenda.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual(['Saturday', '4:00 PM Tea', '4:00 PM Tea']);
    const audienceRegion = within(screen.getByRole('region', { name: 'Who' }));
    expect(audienceRegion.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual(['Students', 'Ada, poet', 'Efe']);
  });

  it('hides the agenda and the speakers if the event has none', async () => {
    await openEvent(eventFixture());
    expect(screen.queryByRole('region', { name: /^(Agenda|Who)$/ })).not.toBeInTheDocument();
  });

  it('links to the calendars of Google and Outlook for an upcoming event', async () => {
    await openEvent(eventFixture({ isUpcoming: true }));
    const getHost = (name: RegExp): string => new URL(screen.getByRole('link', { name }).getAttribute('href') ?? '').hostname;
    expect([getHost(/^Google Calendar/), getHost(/^Outlook/)]).toEqual(['calendar.google.com', 'outlook.live.com']);
    expect(screen.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute('href', '/events/event-1/event.ics');
  });

  it('does not link to calendars once the event is over', async () => {
    await openEvent(eventFixture({ isUpcoming: false }));
    expect(screen.queryByRole('link', { name: /Google Calendar|Outlook|Add to calendar/ })).not.toBeInTheDocument();
  });

  it('can be shared', async () => {
    const { services, user } = await openEvent(eventFixture());
    const row = within(screen.getByRole('region', { name: 'Share this event' }));
    expect(row.getAllByRole('link')[0]).toHaveAttribute('href', expect.stringContaining(encodeURIComponent('https://bettertomorrow.example/events/event-1')));

    await user.click(row.getByRole('button', { name: 'Copy link' }));

    expect(services.toasts.map(({ message }) => message)).toEqual(['Link copied']);
  });

  it('EVD-02 preserves the paragraphs of a plain-text description', async () => {
    await openEvent(eventFixture({ description: 'One.\n\nTwo < three.' }));
    expect([screen.getByText('One.').tagName, screen.getByText('Two < three.').tagName]).toEqual(['P', 'P']);
  });

  it('EVD-03 shows a spinner while the event loads', async () => {
    let respond = (_event: unknown): void => {};
    const pending = new Promise((resolve) => {
      respond = resolve;
    });
    const services = hostServicesStub({
      responses: [
        [getEvent, () => pending],
        [listEvents, [eventFixture()]],
      ],
    });
    const { user } = await renderRoutes(createRoutes, '/events', services);

    await user.click(screen.getByRole('link', { name: 'Xpression Night' }));
    expect(await screen.findByRole('status')).toBeInTheDocument();

    respond(eventFixture());
    expect(await screen.findByRole('heading', { level: 1, name: 'Xpression Night' })).toBeInTheDocument();
    expect(screen.queryByRole('status')).not.toBeInTheDocument();
  });

  it('EVD-04 X-19 ERR-01 says "Failed to load event details" with one toast, and retries', async () => {
    const { services, user } = await openEvent(apiError('server'));
    expect(screen.getByText('Failed to load event details')).toBeInTheDocument();
    expect(services.toasts).toHaveLength(1);

    services.respond(getEvent, eventFixture());
    await user.click(screen.getByRole('button', { name: 'Try again' }));

    expect(await screen.findByText('Three minutes, one microphone.')).toBeInTheDocument();
  });

  it('EVD-04 X-19 ERR-02 says "Event not found" without a toast', async () => {
    const { services } = await openEvent(apiError('not-found'));
    expect(screen.getByText('Event not found')).toBeInTheDocument();
    expect(services.toasts).toEqual([]);
  });

  it('EVD-05 opens the registration in a new tab when there is a link', async () => {
    await openEvent(eventFixture());
    const link = screen.getByRole('link', { name: /Register Now/ });
    expect([link.getAttribute('href'), link.getAttribute('target'), link.getAttribute('rel')]).toEqual([
      'https://tickets.example/xpression',
      '_blank',
      'noopener',
    ]);
  });

  it('EVD-05 shows no registration if the event has no link', async () => {
    await openEvent(eventFixture({ registrationLink: '' }));
    expect(screen.queryByRole('link', { name: /Register Now/ })).not.toBeInTheDocument();
  });

  it('says that an event is over', async () => {
    await openEvent(eventFixture({ isUpcoming: false }));
    expect(screen.getByText('This event is over.')).toBeInTheDocument();
  });
});
