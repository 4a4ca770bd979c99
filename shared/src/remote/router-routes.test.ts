import { page, type RemoteRoute } from './remote-contract.ts';
import { data, type RouteObject } from './router.ts';
import { toRouterRoutes } from './router-routes.ts';

const members = { chunk: 'list', render: 'content', head: () => ({ title: 'List', description: '' }) } as const;
const resource = { contentType: 'text/calendar', text: async () => ({ ok: true, value: '' }) as const };
const loader = () => 'data';

const getHandles = (routes: readonly RouteObject[]): unknown[] => routes.flatMap(({ handle, children }) => [handle, ...getHandles(children ?? [])]);

describe('the router routes of a remote', () => {
  it("have the remote's own routes as their handles", () => {
    const routes: RemoteRoute[] = [
      {
        children: [
          page({
            path: '/list',
            ...members,
            loader,
            children: [
              { index: true, loader },
              { path: 'feed', resource },
            ],
          }),
        ],
      },
    ];
    const handles = getHandles(toRouterRoutes(routes));

    expect(toRouterRoutes(routes)).toMatchObject([{ children: [{ path: '/list', loader, children: [{ index: true, loader }, { path: 'feed' }] }] }]);
    expect(handles).toMatchObject([{}, members, { index: true }, { resource }]);
  });

  it('fail to compile with an incomplete page, or with a head that does not match its loader', () => {
    const head = (count: number | undefined) => ({ title: `${count}`, description: '' });
    const loadWithStatus = async () => (loader() === '' ? data(1, { status: 404 }) : 2);
    const routes: RemoteRoute[] = [
      page({ path: '/list', chunk: 'list', render: 'content', loader: loadWithStatus, head }),
      page({ path: '/fixed', chunk: 'fixed', render: 'static', head: (noData: undefined) => ({ title: String(noData), description: '' }) }),
      // @ts-expect-error: the loader returns a text, but the head reads a number.
      page({ path: '/text', chunk: 'list', render: 'content', loader, head }),
      // @ts-expect-error: a page needs a head.
      { path: '/incomplete', chunk: 'list', render: 'content' },
      // @ts-expect-error: only the host sets the handle.
      { path: '/handle', handle: members },
      // @ts-expect-error: the router has this property, but the contract does not.
      { path: '/router', element: null, middleware: [] },
    ];
    expect(routes).toHaveLength(6);
  });
});
