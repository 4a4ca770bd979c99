import { acceptInvitation, getInvitation } from '@site/shared/contracts/auth';
import { getDashboard } from '@site/shared/contracts/dashboard';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const session = { token: 'token-1', refreshToken: 'refresh-1', user: userFixture({ role: 'contributor' }) };

const visit = async (invitation: unknown, accepted: unknown = session) => {
  const stub = hostServicesStub({
    responses: [
      [getInvitation, invitation],
      [acceptInvitation, accepted],
      [getDashboard, apiError('forbidden')],
    ],
  });
  return { stub, ...(await renderRoutes(createRoutes, '/accept-invite/one-time', stub)) };
};

const invitee = { name: 'Amina Bello', email: 'amina@bettertomorrow.example' };

describe('AcceptInvitePage', () => {
  it('NS-11 sets the first password and enters the staff area', async () => {
    const { stub, user, router } = await visit(invitee);
    expect(screen.getByRole('heading', { level: 1, name: 'Welcome, Amina Bello' })).toBeInTheDocument();
    await user.type(screen.getByLabelText('New password'), 'twelve letters');
    await user.click(screen.getByRole('button', { name: 'Set password and sign in' }));

    expect(await screen.findByRole('region', { name: 'User menu' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/dashboard');
    expect(stub.getCalls(acceptInvitation)).toMatchObject([{ params: { token: 'one-time' }, body: { password: 'twelve letters' } }]);
    expect(stub.auth.getState().token).toBe('token-1');
  });

  it('NS-11 requires twelve characters', async () => {
    const { stub, user } = await visit(invitee);
    await user.type(screen.getByLabelText('New password'), 'eleven char');
    await user.click(screen.getByRole('button', { name: 'Set password and sign in' }));

    expect(screen.getByText('Use 12 characters or more')).toBeInTheDocument();
    expect(screen.getByLabelText('New password')).toHaveFocus();
    expect(stub.getCalls(acceptInvitation)).toHaveLength(0);
  });

  it('NS-11 shows an error message from the provider', async () => {
    const { user } = await visit(invitee, apiError('not-found', 'This invitation was used already.'));
    await user.type(screen.getByLabelText('New password'), 'twelve letters{Enter}');
    expect((await screen.findByRole('alert')).textContent).toBe('This invitation was used already.');
  });

  it('NS-11 reports that a link is no longer valid', async () => {
    await visit(apiError('not-found'));
    expect(screen.getByRole('heading', { level: 1, name: 'This invitation is no longer valid' })).toBeInTheDocument();
    expect(screen.queryByLabelText('New password')).not.toBeInTheDocument();
    expect(screen.getByRole('link', { name: 'Go to sign-in' })).toHaveAttribute('href', '/login');
  });

  it('NS-11 retries after a failure', async () => {
    const { stub, user } = await visit(apiError('server'));
    stub.respond(getInvitation, invitee);
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(await screen.findByRole('heading', { level: 1, name: 'Welcome, Amina Bello' })).toBeInTheDocument();
  });
});
