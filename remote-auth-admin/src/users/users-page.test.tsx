import { deleteUser, inviteUser, listUsersPage, renewInvitation, type StaffMember, updateUser } from '@site/shared/contracts/user';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';
import { exportCsv } from '../testing/export-csv.ts';
import { serveList } from '../testing/serve-list.ts';

const admin = userFixture({ _id: 'me', name: 'Ngozi Okafor', role: 'admin' });
const member = (changes: Partial<StaffMember> = {}): StaffMember => ({
  ...userFixture({ _id: 'u1', name: 'Amina Bello', email: 'amina@bettertomorrow.example', role: 'contributor' }),
  isDisabled: false,
  isInvited: false,
  createdAt: '2026-11-01T09:00:00.000Z',
  ...changes,
});
const currentMember = member({ ...admin });
const invitation = { path: '/accept-invite/secret', expiresAt: '2026-11-27T09:00:00.000Z' };

const visit = async (users: unknown, more: readonly StubResponse[] = []) => {
  const stub = hostServicesStub({
    responses: [[listUsersPage, Array.isArray(users) ? serveList<StaffMember>(users, { sorts: { name: ({ name }) => name } }) : users], ...more],
    session: { token: 't', refreshToken: 'r', user: admin },
  });
  const view = await renderRoutes(createRoutes, '/admin/users', stub);
  await screen.findByRole('heading', { level: 1, name: 'Users' });
  return { stub, ...view };
};

const rows = () =>
  within(screen.getByRole('table', { name: 'Users' }))
    .getAllByRole('row')
    .slice(1);

describe('UsersPage', () => {
  it('NS-08 lists the members of staff, and does not let users change their own rights', async () => {
    await visit([currentMember, member(), member({ _id: 'u2', name: 'Chidi Nwosu', isInvited: true }), member({ _id: 'u3', name: 'Tunde', isDisabled: true })]);

    const [first, second, third, fourth] = rows();
    expect(first?.textContent).toContain('Active');
    expect(second?.textContent).toContain('Invited');
    expect(third?.textContent).toContain('You');
    expect(within(third as HTMLElement).queryByRole('button')).not.toBeInTheDocument();
    expect(within(fourth as HTMLElement).getByRole('button', { name: 'Enable Tunde' })).toBeInTheDocument();
  });

  it('NS-08 exports accounts as CSV, and prevents formulas in names', async () => {
    await visit([currentMember, member({ name: '=HYPERLINK("https://bad.example")', isInvited: true })]);

    expect(await exportCsv()).toEqual([
      '"Name","Email","Role","Status","Added"',
      expect.stringMatching(/^"'=HYPERLINK\(""https:\/\/bad.example""\)","amina@bettertomorrow.example","Contributor","Invited","2026-11-01T/),
      expect.stringMatching(/^"Ngozi Okafor",.*,"Administrator","Active",/),
    ]);
  });

  it('NS-11 invites a colleague and shows the link', async () => {
    const { stub, user } = await visit([currentMember], [[inviteUser, { ...member({ isInvited: true }), invitation }]]);
    await user.click(screen.getByRole('button', { name: 'Invite user' }));
    await user.type(screen.getByLabelText('Name'), 'Amina Bello');
    await user.type(screen.getByLabelText('Email'), 'amina@bettertomorrow.example');
    await user.selectOptions(screen.getByLabelText('Role'), 'Editor');
    await user.click(screen.getByRole('button', { name: 'Create invitation' }));

    const link = await screen.findByLabelText('Invitation link');
    expect(link).toHaveProperty('value', 'http://localhost/accept-invite/secret');
    expect(link).toHaveFocus();
    expect(stub.getCalls(inviteUser)).toEqual([{ body: { name: 'Amina Bello', email: 'amina@bettertomorrow.example', role: 'editor' } }]);
    await user.click(screen.getByRole('button', { name: 'Copy link' }));
    expect(await navigator.clipboard.readText()).toBe('http://localhost/accept-invite/secret');
  });

  it('NS-11 validates the form, and shows error messages of the provider at the fields', async () => {
    const { stub, user } = await visit(
      [currentMember],
      [[inviteUser, apiError('conflict', 'Taken.', { email: 'An account with this email address already exists' })]],
    );
    await user.click(screen.getByRole('button', { name: 'Invite user' }));
    await user.click(screen.getByRole('button', { name: 'Create invitation' }));
    expect(screen.getByText('Enter a name')).toBeInTheDocument();
    expect(screen.getByText('Enter an email address like name@example.com')).toBeInTheDocument();
    expect(stub.getCalls(inviteUser)).toHaveLength(0);
    await user.type(screen.getByLabelText('Name'), 'Amina Bello');
    await user.type(screen.getByLabelText('Email'), 'amina@bettertomorrow.example{Enter}');

    expect(await screen.findByText('An account with this email address already exists')).toBeInTheDocument();
    expect(screen.getByLabelText('Email')).toHaveFocus();
  });

  it('NS-08 changes a role, disables an account and deletes it', async () => {
    const { stub, user } = await visit(
      [currentMember, member()],
      [
        [updateUser, member()],
        [deleteUser, { _id: 'u1' }],
      ],
    );
    await user.selectOptions(screen.getByLabelText('Role of Amina Bello'), 'Editor');
    await user.click(screen.getByRole('button', { name: 'Disable Amina Bello' }));
    await user.click(screen.getByRole('button', { name: 'Delete Amina Bello' }));
    await user.click(within(screen.getByRole('dialog', { name: 'Delete Amina Bello?' })).getByRole('button', { name: 'Delete' }));

    expect(stub.getCalls(updateUser)).toEqual([
      { params: { id: 'u1' }, body: { role: 'editor' } },
      { params: { id: 'u1' }, body: { isDisabled: true } },
    ]);
    expect(stub.getCalls(deleteUser)).toEqual([{ params: { id: 'u1' } }]);
    expect(stub.toasts.map(({ message }) => message)).toEqual(['Role changed', 'Account disabled', 'Account deleted']);
  });

  it('NS-11 creates a new link for an invited member', async () => {
    const { user } = await visit([currentMember, member({ isInvited: true })], [[renewInvitation, { ...member({ isInvited: true }), invitation }]]);
    await user.click(screen.getByRole('button', { name: 'New link for Amina Bello' }));
    expect(await screen.findByLabelText('Invitation link')).toHaveProperty('value', 'http://localhost/accept-invite/secret');
  });

  it('NS-08 shows the error message of the provider', async () => {
    const { user } = await visit([currentMember, member()], [[updateUser, apiError('conflict', 'At least one administrator must remain.')]]);
    await user.click(screen.getByRole('button', { name: 'Disable Amina Bello' }));
    expect((await screen.findByRole('alert')).textContent).toBe('At least one administrator must remain.');
  });

  it('NS-08 shows an error message for a 403 response', async () => {
    await visit(apiError('forbidden'));
    expect(screen.getByText('You do not have permission to do this')).toBeInTheDocument();
  });
});
