import { login, updateMe } from '@site/shared/contracts/auth';
import { getDashboard } from '@site/shared/contracts/dashboard';
import { listEvents } from '@site/shared/contracts/event';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, screen, waitFor, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const session = { token: 'token-1', refreshToken: 'refresh-1', user: userFixture() };
const responses = [[getDashboard, apiError('forbidden')]] as const;

describe('the staff area', () => {
  it('ROUTE-17 redirects visitors to the sign-in without calling the provider', async () => {
    const stub = hostServicesStub({ responses });
    const { router } = await renderRoutes(createRoutes, '/admin/dashboard?tab=1#top', stub);

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/login', state: { from: '/admin/dashboard?tab=1#top' } });
    expect(stub.calls).toHaveLength(0);
    expect(screen.queryByText(/session has ended/)).not.toBeInTheDocument();
  });

  it('ROUTE-17 admits staff, and redirects /admin to the dashboard', async () => {
    const { router } = await renderRoutes(createRoutes, '/admin', hostServicesStub({ responses, session }));

    expect(await screen.findByRole('region', { name: 'User menu' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/dashboard');
    expect(screen.getByText('Ngozi Okafor')).toBeInTheDocument();
    expect(screen.getByText('Editor')).toBeInTheDocument();
  });

  it('AUTH-06 renews an expired session before it requires a sign-in', async () => {
    const stub = hostServicesStub({ responses, session });
    let isValid = false;
    const loadUser = jest.fn(async () => {
      isValid = true;
      return session.user;
    });
    stub.auth.setState({ isAuthenticated: () => isValid, loadUser });
    await renderRoutes(createRoutes, '/admin/dashboard', stub);

    expect(await screen.findByRole('region', { name: 'User menu' })).toBeInTheDocument();
    expect(loadUser).toHaveBeenCalledTimes(1);
  });

  it('AUTH-06 requires a sign-in if the session cannot be renewed', async () => {
    const stub = hostServicesStub({ responses, session });
    stub.auth.setState({ isAuthenticated: () => false, loadUser: async () => null });
    const { router } = await renderRoutes(createRoutes, '/admin/dashboard', stub);

    expect((await screen.findByText(/Your session has ended/)).textContent).toBe('Your session has ended. Sign in to pick up where you left off.');
    expect(router.state.location.state).toEqual({ from: '/admin/dashboard', hasEnded: true });
  });

  it('NS-11 AUTH-02 signs out to the sign-in page without a message', async () => {
    const stub = hostServicesStub({ responses, session });
    const { router, user } = await renderRoutes(createRoutes, '/admin/dashboard', stub);
    await user.click(await screen.findByRole('button', { name: 'Sign out' }));

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/login', state: null });
    expect(stub.auth.getState().token).toBeNull();
  });

  it('AUTH-07 asks for the password in a dialog when the session expires, and keeps the input', async () => {
    const stub = hostServicesStub({ responses: [[login, session]], session });
    const { router, user } = await renderRoutes(createRoutes, '/admin/profile', stub);
    await user.type(await screen.findByLabelText('Name'), ' Eze');
    await act(async () => stub.auth.setState({ token: null, user: null }));

    const dialog = within(await screen.findByRole('dialog', { name: 'Your session has ended' }));
    expect(dialog.getByLabelText('Email')).toHaveProperty('value', 'ngozi@bettertomorrow.example');
    expect(dialog.getByLabelText('Password')).toHaveFocus();
    await user.keyboard('{Escape}sunrise-over-lagos');
    await user.click(dialog.getByRole('button', { name: 'Sign in' }));

    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
    expect(screen.getByLabelText('Name')).toHaveProperty('value', 'Ngozi Okafor Eze');
    expect(router.state.location.pathname).toBe('/admin/profile');
  });

  it('AUTH-07 retries a save after the new sign-in if the session had expired', async () => {
    const stub = hostServicesStub({ responses: [[login, session]], session });
    stub.respond(updateMe, () => {
      if (stub.getCalls(updateMe).length > 1) return { user: session.user };
      stub.auth.setState({ token: null, user: null });
      return apiError('unauthorized', 'Authentication failed');
    });
    const { user } = await renderRoutes(createRoutes, '/admin/profile', stub);
    await user.type(await screen.findByLabelText('Name'), ' Eze{Enter}');
    await user.type(within(await screen.findByRole('dialog')).getByLabelText('Password'), 'sunrise-over-lagos{Enter}');

    await waitFor(() => expect(stub.toasts).toEqual([{ kind: 'success', message: 'Your name has been saved' }]));
    expect(stub.getCalls(updateMe).map(({ body }) => body)).toEqual([{ name: 'Ngozi Okafor Eze' }, { name: 'Ngozi Okafor Eze' }]);
  });

  it('AUTH-07 loads the next screen only after the new sign-in', async () => {
    const stub = hostServicesStub({
      responses: [
        [login, session],
        [listEvents, []],
      ],
      session,
    });
    const { user } = await renderRoutes(createRoutes, '/admin/profile', stub);
    await screen.findByLabelText('Name');
    await act(async () => stub.auth.setState({ token: null, user: null }));
    await user.click(screen.getByRole('link', { name: 'Events', hidden: true }));
    expect(stub.getCalls(listEvents)).toHaveLength(0);
    await user.type(within(screen.getByRole('dialog')).getByLabelText('Password'), 'sunrise-over-lagos{Enter}');

    expect(await screen.findByRole('heading', { name: 'No events yet' })).toBeInTheDocument();
  });

  it('AUTH-02 can sign out from the dialog', async () => {
    const stub = hostServicesStub({ responses, session });
    const { router, user } = await renderRoutes(createRoutes, '/admin/dashboard', stub);
    await screen.findByRole('region', { name: 'User menu' });
    await act(async () => stub.auth.setState({ token: null, user: null }));
    await user.click(await screen.findByRole('button', { name: 'Leave the staff area' }));

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/login', state: null });
  });

  it('shows an error page for unknown screens', async () => {
    await renderRoutes(createRoutes, '/admin/nope', hostServicesStub({ responses, session }));
    expect(await screen.findByRole('heading', { name: 'Page Not Found' })).toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to the dashboard' })).toHaveAttribute('href', '/admin/dashboard');
  });
});
