import { screen } from '@testing-library/react';
import { getPost, listPosts, listPostsPage } from '../contracts/post.ts';
import type { HostServices } from '../remote/host-services.ts';
import { Link, useLoaderData } from '../remote/router.ts';
import { postFixture, userFixture } from './fixtures.ts';
import { apiError, hostServicesStub } from './host-services-stub.ts';
import { renderRoutes } from './render-routes.tsx';

const TitlePage = () => <Link to="/elsewhere">{useLoaderData<string>()}</Link>;

const createRoutes = ({ http }: HostServices) => [
  {
    path: '/news/:slug',
    element: <TitlePage />,
    loader: async ({ params }: { readonly params: Readonly<Record<string, string | undefined>> }) => {
      const response = await http.call(getPost, { params: { idOrSlug: params.slug ?? '' } });
      return response.ok ? response.value.title : response.error.kind;
    },
  },
];

describe('hostServicesStub', () => {
  it('parses the response with the schema of the endpoint and records the call', async () => {
    const stub = hostServicesStub({ responses: [[getPost, { _id: 'a', title: 'A title', tags: null }]] });

    const response = await stub.http.call(getPost, { params: { idOrSlug: 'a' } });

    expect(response).toMatchObject({ ok: true, value: { title: 'A title', tags: [], status: 'draft' } });
    expect(stub.getCalls(getPost)).toEqual([{ params: { idOrSlug: 'a' } }]);
  });

  it('X-08 responds to a page request like a server without pagination if only the plain list is prepared', async () => {
    const stub = hostServicesStub({ responses: [[listPosts, [postFixture()]]] });

    expect(await stub.http.call(listPostsPage, { query: { limit: '1' } })).toEqual({ ok: true, value: { items: [postFixture()], page: null } });
    expect(stub.getCalls(listPosts)).toHaveLength(1);
  });

  it('throws for an invalid fixture, an unprepared call and a missing parameter', async () => {
    const stub = hostServicesStub({
      responses: [
        [listPosts, [{ title: 'no id' }]],
        [getPost, postFixture()],
      ],
    });

    await expect(stub.http.call(listPosts)).rejects.toThrow('GET /posts does not fit the contract: 0._id');
    await expect(stub.http.call(getPost)).rejects.toThrow('without the parameter "idOrSlug"');
    await expect(hostServicesStub().http.call(listPosts)).rejects.toThrow('No response is prepared for GET /posts');
  });

  it('ERR-01 ERR-02 raises the toasts that the real client raises', async () => {
    const stub = hostServicesStub({
      responses: [
        [listPosts, apiError('server')],
        [getPost, apiError('not-found')],
      ],
    });

    await stub.http.call(listPosts);
    await stub.http.call(listPosts, { silent: true });
    await stub.http.call(getPost, { params: { idOrSlug: 'x' } });

    expect(stub.toasts).toEqual([{ kind: 'error', message: 'An error occurred' }]);
  });

  it('stores a session', async () => {
    const stub = hostServicesStub({ session: { token: 't', refreshToken: 'r', user: userFixture() } });
    expect(stub.auth.getState().isAuthenticated()).toBe(true);

    await stub.auth.getState().signOut();
    expect(stub.auth.getState()).toMatchObject({ user: null, token: null });
  });
});

describe('renderRoutes', () => {
  it('renders the page with its data and follows links', async () => {
    const { user } = await renderRoutes(createRoutes, '/news/a', hostServicesStub({ responses: [[getPost, postFixture({ title: 'Hello' })]] }));

    await user.click(screen.getByRole('link', { name: 'Hello' }));

    expect(await screen.findByText('Outside this remote')).toBeInTheDocument();
  });
});
