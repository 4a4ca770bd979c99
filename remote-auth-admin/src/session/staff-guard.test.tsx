import { getDashboard } from '@site/shared/contracts/dashboard';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const session = { token: 'token-1', refreshToken: 'refresh-1', user: userFixture() };
const answers = [[getDashboard, apiError('forbidden')]] as const;

describe('the staff area', () => {
  it('ROUTE-17 leads an anonymous visit to the login, and asks the provider nothing', async () => {
    const stub = hostServicesStub({ answers });
    const { router } = await renderRoutes(createRoutes, '/admin/dashboard?tab=1#top', stub);

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
    expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/admin/dashboard?tab=1#top' } });
    expect(stub.calls).toHaveLength(0);
    expect(screen.queryByText(/session has ended/)).toBeNull();
  });

  it('ROUTE-17 lets staff in, and /admin means the dashboard', async () => {
    const { router } = await renderRoutes(createRoutes, '/admin', hostServicesStub({ answers, session }));

    expect(await screen.findByRole('region', { name: 'User menu' })).toBeTruthy();
    expect(router.state.location.pathname).toBe('/admin/dashboard');
    expect(screen.getByText('Ngozi Okafor')).toBeTruthy();
    expect(screen.getByText('Editor')).toBeTruthy();
  });

  it('AUTH-06 renews a session that has run out before it asks for a sign-in', async () => {
    const stub = hostServicesStub({ answers, session });
    let isValid = false;
    const loadUser = jest.fn(async () => {
      isValid = true;
      return session.user;
    });
    stub.auth.setState({ isAuthenticated: () => isValid, loadUser });
    await renderRoutes(createRoutes, '/admin/dashboard', stub);

    expect(await screen.findByRole('region', { name: 'User menu' })).toBeTruthy();
    expect(loadUser).toHaveBeenCalledTimes(1);
  });

  it('AUTH-06 asks for a sign-in when it cannot be renewed', async () => {
    const stub = hostServicesStub({ answers, session });
    stub.auth.setState({ isAuthenticated: () => false, loadUser: async () => null });
    await renderRoutes(createRoutes, '/admin/dashboard', stub);

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
  });

  it('NS-11 AUTH-02 signs out to a plain login', async () => {
    const stub = hostServicesStub({ answers, session });
    const { router, user } = await renderRoutes(createRoutes, '/admin/dashboard', stub);
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeTruthy();
    expect(router.state.location).toMatchObject({ pathname: '/login', state: null });
    expect(stub.auth.getState().token).toBeNull();
  });

  it('AUTH-07 leads to the login and says why when the session ends elsewhere', async () => {
    const stub = hostServicesStub({ answers, session });
    const { router } = await renderRoutes(createRoutes, '/admin/dashboard', stub);
    await screen.findByRole('region', { name: 'User menu' });
    act(() => stub.auth.setState({ token: null, user: null }));

    expect((await screen.findByText(/Your session has ended/)).textContent).toBe('Your session has ended. Sign in to go on where you were.');
    expect(router.state.location.state).toEqual({ from: '/admin/dashboard', hasEnded: true });
  });

  it('shows a page of its own for unknown screens', async () => {
    await renderRoutes(createRoutes, '/admin/nope', hostServicesStub({ answers, session }));
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' }).getAttribute('href')).toBe('/admin/dashboard');
  });
});
