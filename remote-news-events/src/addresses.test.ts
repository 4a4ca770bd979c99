/** @jest-environment node */
import { listEvents } from '@site/shared/contracts/event';
import { listPosts } from '@site/shared/contracts/post';
import { postFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { eventFixture } from './events/event-fixture.ts';
import { getEventAddresses } from './events/events-data.ts';
import { getPostAddresses } from './news/news-data.ts';

const signal = AbortSignal.timeout(5000);

describe('addresses for the sitemap', () => {
  it('ROUTE-07 ROUTE-09 names published articles and events, with the time of their last change', async () => {
    const posts = [postFixture({ slug: 'one two', updatedAt: null, publishedAt: '2026-11-14T09:00:00Z' }), postFixture({ _id: 'draft', status: 'draft' })];
    const services = hostServicesStub({
      responses: [
        [listPosts, posts],
        [listEvents, [eventFixture({ _id: 'event-1', updatedAt: '2026-11-15T09:00:00Z' })]],
      ],
    });

    expect(await getPostAddresses(services, signal)).toEqual({ ok: true, value: [{ path: '/news/one%20two', lastModified: '2026-11-14T09:00:00Z' }] });
    expect(await getEventAddresses(services, signal)).toEqual({ ok: true, value: [{ path: '/events/event-1', lastModified: '2026-11-15T09:00:00Z' }] });
  });

  it('reports a failure', async () => {
    const services = hostServicesStub({ responses: [[listPosts, apiError('network')]] });

    expect((await getPostAddresses(services, signal)).ok).toBe(false);
  });
});
