/** @jest-environment node */
import { ADDRESSES_PER_RESPONSE, type ListedAddress, listAddresses } from '@site/shared/contracts/address';
import { listEvents } from '@site/shared/contracts/event';
import { listPosts } from '@site/shared/contracts/post';
import { eventFixture } from '@site/shared/testing/event-fixture';
import { postFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { getEventAddresses } from './events/events-data.ts';
import { getNewsTopicAddresses, getPostAddresses } from './news/news-data.ts';

const signal = AbortSignal.timeout(5000);

describe('URLs for the sitemap', () => {
  it('ROUTE-07 ROUTE-09 lists published articles and events if the server has no list of URLs', async () => {
    const posts = [
      postFixture({ slug: 'one two', updatedAt: null, publishedAt: '2026-11-14T09:00:00Z', featuredImage: '/img/one.webp' }),
      postFixture({ _id: 'draft', status: 'draft' }),
    ];
    const services = hostServicesStub({
      responses: [
        [listAddresses, apiError('not-found')],
        [listPosts, posts],
        [listEvents, [eventFixture({ _id: 'event-1', updatedAt: '2026-11-15T09:00:00Z', image: '', featuredImage: '' })]],
      ],
    });

    expect(await getPostAddresses(services, signal)).toEqual({
      ok: true,
      value: [{ path: '/news/one%20two', lastModified: '2026-11-14T09:00:00Z', images: ['/img/one.webp'] }],
    });
    expect(await getEventAddresses(services, signal)).toEqual({ ok: true, value: [{ path: '/events/event-1', lastModified: '2026-11-15T09:00:00Z' }] });
  });

  it('ROUTE-06 lists categories and tags from the provider, and otherwise from the posts', async () => {
    const servicesWithList = hostServicesStub({ responses: [[listAddresses, [{ _id: 'hubs', slug: 'hubs', updatedAt: '2026-11-14T09:00:00Z' }]]] });
    expect(await getNewsTopicAddresses(servicesWithList, 'category', signal)).toEqual({
      ok: true,
      value: [{ path: '/news/category/hubs', lastModified: '2026-11-14T09:00:00Z' }],
    });
    expect(servicesWithList.getCalls(listAddresses).map(({ query }) => query)).toEqual([{ type: 'post-categories' }]);

    const posts = [postFixture({ tags: ['Ilé-Ifẹ̀', 'ile ife', '🌍'] }), postFixture({ _id: 'draft', status: 'draft', tags: ['secret'] })];
    const servicesWithoutList = hostServicesStub({
      responses: [
        [listAddresses, apiError('not-found')],
        [listPosts, posts],
      ],
    });
    expect(await getNewsTopicAddresses(servicesWithoutList, 'tag', signal)).toEqual({ ok: true, value: [{ path: '/news/tag/ile-ife' }] });
  });

  it('OPS-09 ROUTE-07 ROUTE-09 reads any number of URLs, one response after another', async () => {
    const all = Array.from(
      { length: ADDRESSES_PER_RESPONSE + 2 },
      (_, index): ListedAddress => ({ _id: `id-${10_000 + index}`, slug: '', updatedAt: null, image: index === 0 ? '/img/first.webp' : '' }),
    );
    const services = hostServicesStub({
      responses: [
        [listAddresses, ({ query }: { query: { after?: string } }) => all.filter(({ _id }) => _id > (query.after ?? '')).slice(0, ADDRESSES_PER_RESPONSE)],
      ],
    });

    const posts = await getPostAddresses(services, signal);
    const events = await getEventAddresses(services, signal);

    const expected = (folder: string) =>
      all.map(({ _id, image }) => ({ path: `${folder}/${_id}`, lastModified: null, ...(image === '' ? {} : { images: [image] }) }));
    expect(posts.ok && posts.value).toEqual(expected('/news'));
    expect(events.ok && events.value).toEqual(expected('/events'));
    expect(services.getCalls(listAddresses)).toHaveLength(4);
  });

  it('reports a failed request', async () => {
    const services = hostServicesStub({ responses: [[listAddresses, apiError('network')]] });

    expect((await getPostAddresses(services, signal)).ok).toBe(false);
  });
});
