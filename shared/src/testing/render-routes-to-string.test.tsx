/** @jest-environment node */
import { listPosts } from '../contracts/post.ts';
import type { HostServices } from '../remote/host-services.ts';
import { pageHandle } from '../remote/remote-contract.ts';
import { redirect, useLoaderData } from '../remote/router.ts';
import { postFixture } from './fixtures.ts';
import { hostServicesStub } from './host-services-stub.ts';
import { renderRoutesToString } from './render-routes-to-string.tsx';

const CountPage = () => <h1>{useLoaderData<number>()} posts</h1>;

const createRoutes = ({ http }: HostServices) => [
  {
    path: '/news',
    element: <CountPage />,
    handle: pageHandle<number>({ chunk: 'news', render: 'content', head: (count) => ({ title: `${count} posts`, description: '' }) }),
    loader: async () => {
      const response = await http.call(listPosts);
      return response.ok ? response.value.length : 0;
    },
  },
  { path: '/old', loader: () => redirect('/news') },
];

describe('renderRoutesToString', () => {
  it('renders with data and reads the head', async () => {
    const page = await renderRoutesToString(createRoutes, '/news', hostServicesStub({ responses: [[listPosts, [postFixture()]]] }));

    expect(page).toMatchObject({ status: 200, head: { title: '1 posts' }, errors: [] });
    expect(page.html).toContain('posts</h1>');
  });

  it('reports a redirect', async () => {
    expect(await renderRoutesToString(createRoutes, '/old', hostServicesStub())).toMatchObject({ status: 302, location: '/news' });
  });
});
