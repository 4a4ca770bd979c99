/** @jest-environment node */
import { listPosts } from '../contracts/post.ts';
import type { HostServices } from '../remote/host-services.ts';
import { page } from '../remote/remote-contract.ts';
import { redirect, useLoaderData } from '../remote/router.ts';
import { postFixture } from './fixtures.ts';
import { hostServicesStub } from './host-services-stub.ts';
import { renderRoutesToString } from './render-routes-to-string.tsx';

const CountPage = () => <h1>{useLoaderData<number>()} posts</h1>;

const createRoutes = ({ http }: HostServices) => [
  page({
    path: '/news',
    element: <CountPage />,
    chunk: 'news',
    render: 'content',
    head: (count) => ({ title: `${count} posts`, description: '' }),
    loader: async () => {
      const response = await http.call(listPosts);
      return response.ok ? response.value.length : 0;
    },
  }),
  { path: '/old', loader: () => redirect('/news') },
];

describe('renderRoutesToString', () => {
  it('renders with data and reads the head', async () => {
    const rendered = await renderRoutesToString(createRoutes, '/news', hostServicesStub({ responses: [[listPosts, [postFixture()]]] }));

    expect(rendered).toMatchObject({ status: 200, head: { title: '1 posts' }, errors: [] });
    expect(rendered.html).toContain('posts</h1>');
  });

  it('reports a redirect', async () => {
    expect(await renderRoutesToString(createRoutes, '/old', hostServicesStub())).toMatchObject({ status: 302, location: '/news' });
  });
});
