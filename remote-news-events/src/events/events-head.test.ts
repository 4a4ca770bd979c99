import type { Event } from '@site/shared/contracts/event';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { toEventDetails } from './events-data.ts';
import { getEventDetailHead } from './events-head.ts';

const getHead = (changes: Partial<Event> = {}) =>
  getEventDetailHead(hostServicesStub().site)({ state: 'loaded', event: toEventDetails(eventFixture(changes), []) });

const PLACE = { '@type': 'Place', name: 'Yaba College Hub, Lagos', address: 'Yaba College Hub, Lagos' };
const VIRTUAL = { '@type': 'VirtualLocation', url: 'https://bettertomorrow.example/events/event-1' };

describe('getEventDetailHead', () => {
  it('includes the time and location of an event for search engines', () => {
    const [event] = getHead().structuredData ?? [];
    expect(event).toMatchObject({
      name: 'Xpression Night',
      startDate: '2026-11-21T16:00:00+01:00',
      endDate: '2026-11-21T20:00:00+01:00',
      eventStatus: 'https://schema.org/EventScheduled',
      location: PLACE,
    });
    expect(event).not.toHaveProperty('eventAttendanceMode');
  });

  it('truncates a long description between two words, also in the structured data', () => {
    const text = 'Community centres in every state of the federation. '.repeat(6);
    const head = getEventDetailHead(hostServicesStub().site)({
      state: 'loaded',
      event: toEventDetails(eventFixture(), [{ tag: 'p', children: [text] }]),
    });

    expect(head.description).toMatch(/ (Community|centres|in|every|state|of|the|federation\.)…$/);
    expect(head.structuredData?.[0]).toMatchObject({ description: head.description });
  });

  it.each([
    ['cancelled', 'Cancelled: Xpression Night', 'https://schema.org/EventCancelled'],
    ['postponed', 'Postponed: Xpression Night', 'https://schema.org/EventPostponed'],
  ] as const)('says in the title that an event is %s', (eventStatus, title, status) => {
    const head = getHead({ eventStatus });
    expect(head.title).toBe(title);
    expect(head.structuredData?.[0]).toMatchObject({ name: 'Xpression Night', eventStatus: status });
  });

  it.each([
    ['in-person', 'https://schema.org/OfflineEventAttendanceMode', PLACE],
    ['online', 'https://schema.org/OnlineEventAttendanceMode', VIRTUAL],
    ['hybrid', 'https://schema.org/MixedEventAttendanceMode', [PLACE, VIRTUAL]],
  ] as const)('says how to attend an event: %s', (attendanceMode, mode, location) => {
    expect(getHead({ attendanceMode }).structuredData?.[0]).toMatchObject({ eventAttendanceMode: mode, location });
  });

  it("uses the server's card for link previews, and otherwise the event's image", () => {
    expect(getHead({ shareImage: '/img/share/events/event-1/a.jpg' })).toMatchObject({
      image: '/img/share/events/event-1/a.jpg',
      imageAlt: 'A poet at a microphone',
    });
    expect(getHead().image).toBe('/img/upload/xpression.webp');
    expect(getHead({ featuredImage: '' }).image).toBeUndefined();
  });

  it.each([
    [{ endDate: '2026-11-23' }, '2026-11-23T20:00:00+01:00'],
    [{ endDate: '2026-11-23', endTime: '' }, '2026-11-23'],
  ])('includes the end of a multi-day event: %j', (changes, endDate) => {
    expect(getHead(changes).structuredData?.[0]).toMatchObject({ endDate });
  });
});
