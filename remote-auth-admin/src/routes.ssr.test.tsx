/** @jest-environment node */
import { toRouterRoutes } from '@site/shared/remote/router-routes';
import { hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutesToString } from '@site/shared/testing/render-routes-to-string';
import { createRoutes } from './routes.tsx';

describe('the routes of login and staff area on the server', () => {
  it('LOGIN-01 renders the login', async () => {
    const page = await renderRoutesToString(createRoutes, '/login', hostServicesStub());

    expect(page).toMatchObject({ status: 200, errors: [], head: { title: 'Login' } });
    expect(page.html).toContain('>Login</h1>');
  });

  it('ROUTE-17 renders no staff page on the server, which has no session', () => {
    const [login, staff] = toRouterRoutes(createRoutes(hostServicesStub()));
    const screens = staff?.children?.filter(({ index }) => index !== true) ?? [];

    expect([login, staff, ...screens].map((route) => route?.handle.render)).toEqual(['browser', 'browser', ...screens.map(() => 'browser')]);
  });
});
