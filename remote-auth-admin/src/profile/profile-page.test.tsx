import { changePassword, updateMe } from '@site/shared/contracts/auth';
import type { Display, Theme } from '@site/shared/remote/host-services';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { act, screen } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const visit = async (responses: NonNullable<Parameters<typeof hostServicesStub>[0]>['responses'] = [], display?: Display) => {
  let load = (): void => undefined;
  const loading = new Promise<Display>((resolve) => {
    if (display !== undefined) load = () => resolve(display);
  });
  const stub = {
    ...hostServicesStub({ responses, session: { token: 't', refreshToken: 'r', user: userFixture() } }),
    ...(display && { loadDisplay: () => loading }),
  };
  const view = await renderRoutes(createRoutes, '/admin/profile', stub);
  await screen.findByRole('heading', { level: 1, name: 'Profile' });
  await act(async () => load());
  return { stub, ...view };
};

describe('ProfilePage', () => {
  it('NS-11 saves the name', async () => {
    const { stub, user } = await visit([[updateMe, { user: userFixture({ name: 'Ngozi Eze' }) }]]);
    const name = screen.getByLabelText('Name');
    await user.clear(name);
    await user.type(name, ' Ngozi Eze ');
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(stub.getCalls(updateMe)).toMatchObject([{ body: { name: 'Ngozi Eze' } }]);
    expect(stub.toasts).toEqual([{ kind: 'success', message: 'Your name has been saved' }]);
  });

  it('lets staff choose the theme on this device if the host offers it', async () => {
    let theme: Theme = 'system';
    const listeners = new Set<() => void>();
    const display: Display = {
      readTheme: () => theme,
      chooseTheme: (chosen) => {
        theme = chosen;
        for (const listener of listeners) listener();
      },
      subscribe: (listener) => {
        listeners.add(listener);
        return () => listeners.delete(listener);
      },
    };
    const { user } = await visit([], display);
    expect(screen.getByRole('radio', { name: 'Same as device' })).toBeChecked();

    await user.click(screen.getByRole('radio', { name: 'Dark' }));
    expect(theme).toBe('dark');
    expect(screen.getByRole('radio', { name: 'Dark' })).toBeChecked();
  });

  it('NS-11 changes the password and clears the form', async () => {
    const { stub, user } = await visit([[changePassword, { message: 'Changed' }]]);
    await user.type(screen.getByLabelText('Current password'), 'sunshine');
    await user.type(screen.getByLabelText('New password'), 'twelve letters');
    await user.click(screen.getByRole('button', { name: 'Change password' }));

    expect(stub.getCalls(changePassword)).toMatchObject([{ body: { currentPassword: 'sunshine', newPassword: 'twelve letters' } }]);
    expect(screen.getByLabelText('New password')).toHaveProperty('value', '');
  });

  it('NS-11 shows the error messages of the provider at the fields', async () => {
    const { user } = await visit([[changePassword, apiError('invalid', 'Check the form', { currentPassword: 'This is not your password' })]]);
    await user.type(screen.getByLabelText('Current password'), 'wrong');
    await user.type(screen.getByLabelText('New password'), 'twelve letters{Enter}');

    expect(await screen.findByText('This is not your password')).toBeInTheDocument();
    expect(screen.getByLabelText('Current password')).toHaveFocus();
  });
});
