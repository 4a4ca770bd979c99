import { getEvent, listEvents } from '@site/shared/contracts/event';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { apiError, type HostServicesStub, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

/** Times of an event on the last evening of the year. The event `later` is months after it. */
const newYearsEve = { date: '2026-12-31', time: '10:00 PM', endTime: '' };
const EVENT_END = Date.parse('2026-12-31T21:00:00Z');
const later = eventFixture({ _id: 'event-2', title: 'Later', date: '2027-03-01' });

const openAt = async (now: number, path: string, times = newYearsEve, end = EVENT_END) => {
  jest.useFakeTimers({ now, doNotFake: ['nextTick', 'queueMicrotask', 'setImmediate'] });
  const current = () => eventFixture({ ...times, isUpcoming: Date.now() < end });
  const services = hostServicesStub({
    responses: [
      [listEvents, () => [current(), later]],
      [getEvent, current],
    ],
  });
  await renderRoutes(createRoutes, path, services);
  await advance(0);
  return services;
};

const advance = (ms: number) => act(() => jest.advanceTimersByTimeAsync(ms));
const getTitles = (region: string) =>
  within(screen.getByRole('region', { name: region }))
    .getAllByRole('heading', { level: 3 })
    .map(({ textContent }) => textContent);

const setPageHidden = (isHidden: boolean) => {
  jest.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden);
  act(() => void document.dispatchEvent(new Event('visibilitychange')));
};

/** Each revalidation requests both upcoming and past events, so counts only the requests for upcoming events. */
const getRequests = (services: HostServicesStub) =>
  services.getCalls(listEvents).filter(({ query }) => (query as { when?: string } | undefined)?.when === 'upcoming');

describe('an event that ends while its page is open', () => {
  afterEach(() => jest.useRealTimers());

  it('EVT-02 X-10 moves to the past events within seconds of its end', async () => {
    const services = await openAt(EVENT_END - 30_000, '/events');
    expect(getTitles('Upcoming Events')).toEqual(['Xpression Night', 'Later']);

    await advance(30_000);
    expect(getRequests(services)).toHaveLength(1);
    await advance(1500);

    expect(getTitles('Upcoming Events')).toEqual(['Later']);
    expect(getTitles('Past Events')).toEqual(['Xpression Night']);
    expect(getRequests(services)).toHaveLength(2);
  });

  it('EVT-02 X-10 ends at midnight in Lagos if it has no time', async () => {
    const midnight = Date.parse('2026-12-31T23:00:00Z');
    await openAt(midnight - 1000, '/events', { date: '2026-12-31', time: '', endTime: '' }, midnight);
    await advance(2000);
    expect(getTitles('Upcoming Events')).toEqual(['Xpression Night', 'Later']);
    await advance(500);
    expect(getTitles('Past Events')).toEqual(['Xpression Night']);
  });

  it('is fetched only once in four weeks, at its end', async () => {
    const services = await openAt(EVENT_END - 28 * 86_400_000, '/events');
    act(() => void jest.advanceTimersByTime(28 * 86_400_000));
    expect(getRequests(services)).toHaveLength(1);
    await advance(1500);
    expect(getTitles('Past Events')).toEqual(['Xpression Night']);
    await advance(600_000);
    expect(getRequests(services)).toHaveLength(2);
  });

  it('is fetched repeatedly until the server marks it as past, for at most a minute', async () => {
    const services = await openAt(EVENT_END - 1000, '/events', newYearsEve, EVENT_END + 6000);
    await advance(2500);
    expect(getTitles('Upcoming Events')).toEqual(['Xpression Night', 'Later']);
    await advance(8000);
    expect(getTitles('Past Events')).toEqual(['Xpression Night']);

    services.respond(listEvents, [eventFixture({ ...newYearsEve, isUpcoming: true })]);
    await advance(600_000);
    expect(getRequests(services).length).toBeLessThan(20);
  });

  it('is not fetched while the tab is hidden, and is fetched as soon as the tab is visible', async () => {
    const services = await openAt(EVENT_END - 1000, '/events');
    setPageHidden(true);
    await advance(3_600_000);
    expect(getRequests(services)).toHaveLength(1);
    setPageHidden(false);
    await advance(0);
    expect(getTitles('Past Events')).toEqual(['Xpression Night']);
  });

  it.each(['/events', '/events/event-1'])('EVT-09 EVD-04 keeps the content of %s when reloading it fails', async (path) => {
    const services = await openAt(EVENT_END - 1000, path);
    services.respond(listEvents, apiError('network'));
    services.respond(getEvent, apiError('network'));

    await advance(2500);

    expect(screen.getByRole('heading', { name: 'Xpression Night' })).toBeInTheDocument();
    expect(screen.queryByText(/^Failed to load/)).not.toBeInTheDocument();
  });

  it('EVD-05 X-10 is marked as over on its own page, where registration closes', async () => {
    await openAt(EVENT_END - 1000, '/events/event-1');
    expect(screen.getByRole('link', { name: /Register Now/ })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Add to calendar' })).toHaveAttribute('href', '/events/event-1/event.ics');

    await advance(2500);

    expect(screen.getByText('This event is over.')).toBeInTheDocument();
    expect(screen.queryByRole('link', { name: /Register Now/ })).not.toBeInTheDocument();
    expect(screen.queryByRole('link', { name: 'Add to calendar' })).not.toBeInTheDocument();
  });
});
