/** @jest-environment node */
import { type Event, listEvents } from '@site/shared/contracts/event';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import Parser from 'rss-parser';
import type { FeedFormat } from '../feeds/feed-formats.ts';
import { getEventsFeed } from './event-feed.server.ts';

const write = async (format: FeedFormat, events: readonly Event[]): Promise<string> => {
  const result = await getEventsFeed(hostServicesStub({ responses: [[listEvents, events]] }), format, AbortSignal.timeout(5000));
  if (!result.ok) throw new Error(result.error.kind);
  return result.value;
};

describe('getEventsFeed', () => {
  it('writes upcoming events with their dates, venues and attendance as JSON Feed', async () => {
    const feed = JSON.parse(
      await write('json', [eventFixture({ attendanceMode: 'hybrid', endDate: '2026-11-23' }), eventFixture({ _id: 'past', isUpcoming: false })]),
    );

    const facts = 'Sat, 11/21/2026 to Mon, 11/23/2026 · 4:00 PM to 8:00 PM, Lagos time (UTC+1) · Yaba College Hub, Lagos · In person and online';
    expect(feed).toMatchObject({ title: 'Events from Better Tomorrow Initiative', feed_url: 'https://bettertomorrow.example/events/feed.json' });
    expect(feed.items).toEqual([
      expect.objectContaining({
        id: 'tag:bettertomorrow.example,2026:event/event-1',
        url: 'https://bettertomorrow.example/events/event-1',
        title: 'Xpression Night',
        summary: `${facts} · Three minutes, one microphone.`,
        content_html: `<p><strong>${facts}</strong></p><p>Three minutes, one microphone.</p>`,
        date_modified: '2026-11-01T09:00:00.000Z',
        tags: ['Xpression', 'music', 'Yaba'],
      }),
    ]);
  });

  it('writes the upcoming events of a category under its name, and stays valid without events', async () => {
    const writeTopicFeed = async (slug: string) => {
      const services = hostServicesStub({ responses: [[listEvents, [eventFixture(), eventFixture({ _id: 'b', category: 'Hubs' })]]] });
      const result = await getEventsFeed(services, 'json', AbortSignal.timeout(5000), { kind: 'category', slug });
      return result.ok ? JSON.parse(result.value) : result.error.kind;
    };
    expect(await writeTopicFeed('xpression')).toMatchObject({
      title: 'Events from Better Tomorrow Initiative: Xpression',
      feed_url: 'https://bettertomorrow.example/events/category/xpression/feed.json',
      items: [{ id: expect.stringContaining('event-1') }],
    });
    expect((await writeTopicFeed('walks')).items).toEqual([]);
    expect(await writeTopicFeed('No Slug')).toBe('not-found');
  });

  it.each(['rss', 'atom'] as const)('says in %s that an event is cancelled', async (format) => {
    const feed = await new Parser().parseString(await write(format, [eventFixture({ eventStatus: 'cancelled' })]));
    expect(feed.items.map(({ title }) => title)).toEqual(['Cancelled: Xpression Night']);
    expect(JSON.stringify(feed.items)).toContain('This event has been cancelled.');
  });

  it('returns an error when the events cannot be loaded', async () => {
    const services = hostServicesStub({ responses: [[listEvents, apiError('network')]] });
    expect(await getEventsFeed(services, 'rss', AbortSignal.timeout(5000))).toMatchObject({ ok: false, error: { kind: 'network' } });
  });
});
