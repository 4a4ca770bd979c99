import { endOtherSessions, endSession, listSessions, requestPasswordReset } from '@site/shared/contracts/account';
import { acceptInvitation, getInvitation, login, updateMe } from '@site/shared/contracts/auth';
import {
  confirmSignIn,
  enableTotp,
  getAccountPolicy,
  getSecondFactors,
  prepareTotp,
  type SecondFactors,
  updateAccountPolicy,
} from '@site/shared/contracts/second-factor';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubResponse } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, waitFor, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const session = (role: 'editor' | 'admin' = 'editor') => ({ token: 't', refreshToken: 'r', user: userFixture({ role }) });
const factors = (changes: Partial<SecondFactors> = {}): SecondFactors => ({
  hasTotp: false,
  passkeys: [],
  recoveryCodesLeft: 0,
  isRequired: false,
  ...changes,
});
const device = (_id: string, changes = {}) => ({
  _id,
  device: `Browser ${_id}`,
  createdAt: '2026-11-20T09:00:00.000Z',
  lastUsedAt: '2026-11-20T10:00:00.000Z',
  isCurrent: false,
  ...changes,
});

const visit = async (responses: readonly StubResponse[] = [], { role = 'editor' as 'editor' | 'admin', state = factors() } = {}) => {
  const stub = hostServicesStub({
    responses: [[getSecondFactors, state], [listSessions, [device('a', { isCurrent: true }), device('b')]], ...responses],
    session: session(role),
  });
  const view = await renderRoutes(createRoutes, '/admin/profile/security', stub);
  await screen.findByRole('heading', { level: 1, name: 'Sign-in and devices' });
  return { stub, ...view };
};

describe('SecurityPage', () => {
  it('ACC-05 sets up an authenticator app and shows the recovery codes once', async () => {
    const { stub, user } = await visit([
      [prepareTotp, { secret: 'JBSWY3DPEHPK3PXP', uri: 'otpauth://totp/x?secret=JBSWY3DPEHPK3PXP' }],
      [enableTotp, { recoveryCodes: ['aaaa-bbbb-cccc'] }],
    ]);
    await user.click(screen.getByRole('button', { name: 'Set up' }));
    expect(await screen.findByText('JBSWY3DPEHPK3PXP')).toBeInTheDocument();
    await user.type(screen.getByLabelText('Code'), '123456{Enter}');

    expect(await screen.findByText('aaaa-bbbb-cccc')).toBeInTheDocument();
    expect(stub.getCalls(enableTotp)).toMatchObject([{ body: { code: '123456' } }]);
  });

  it('ACC-08 explains where passkeys work if the browser does not offer them', async () => {
    await visit();
    expect(screen.getByText(/Passkeys need https, or localhost/)).toBeInTheDocument();
    expect(screen.queryByRole('button', { name: 'Add passkey' })).not.toBeInTheDocument();
  });

  it('ACC-04 signs out one device or all other devices', async () => {
    const { stub, user } = await visit([
      [endSession, { _id: 'b' }],
      [endOtherSessions, { message: '' }],
    ]);
    const list = within(screen.getByRole('list', { name: 'Signed-in devices' }));
    expect(list.getByText(/Browser a \(this device\)/)).toBeInTheDocument();
    await user.click(list.getByRole('button', { name: 'Sign out Browser b' }));
    await user.click(await screen.findByRole('button', { name: 'Sign out all other devices' }));

    expect(stub.getCalls(endSession)).toMatchObject([{ params: { id: 'b' } }]);
    await waitFor(() => expect(stub.getCalls(endOtherSessions)).toHaveLength(1));
  });

  it('ACC-06 lets administrators require a second factor, and tells users whose role needs one', async () => {
    const { stub, user } = await visit(
      [
        [getAccountPolicy, { secondFactorRoles: [] }],
        [updateAccountPolicy, { secondFactorRoles: ['editor'] }],
      ],
      {
        role: 'admin',
        state: factors({ isRequired: true }),
      },
    );
    expect(screen.getByText(/Your role needs a second factor/)).toBeInTheDocument();
    await user.click(screen.getByRole('checkbox', { name: 'Editors' }));
    await user.click(screen.getByRole('button', { name: 'Save' }));

    expect(stub.getCalls(updateAccountPolicy)).toMatchObject([{ body: { secondFactorRoles: ['editor'] } }]);
  });
});

describe('confirming a sign-in', () => {
  afterEach(() => void Reflect.deleteProperty(window, 'PublicKeyCredential'));
  const confirmationRequired = apiError('forbidden', "Please confirm it's you.", { confirmation: "Please confirm it's you." });

  it('ACC-07 asks for the password, then continues the action', async () => {
    const stub = hostServicesStub({ responses: [[confirmSignIn, { message: 'Thank you.' }]], session: session() });
    stub.respond(updateMe, () => (stub.getCalls(confirmSignIn).length === 0 ? confirmationRequired : { user: session().user }));
    const { user } = await renderRoutes(createRoutes, '/admin/profile', stub);
    await user.type(await screen.findByLabelText('Name'), ' Eze{Enter}');
    const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
    await user.type(dialog.getByLabelText('Password'), 'sunrise-over-lagos{Enter}');

    await waitFor(() => expect(stub.toasts).toEqual([{ kind: 'success', message: 'Your name has been saved' }]));
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument();
  });

  it('ACC-07 asks for a passkey or a recovery code until the call is allowed', async () => {
    Object.assign(window, { PublicKeyCredential: class {}, isSecureContext: true });
    const message = 'Please confirm this with your passkey.';
    const stub = hostServicesStub({ responses: [[confirmSignIn, { message: 'Thank you.' }]], session: session() });
    const rejected = apiError('forbidden', message, { confirmation: message, passkey: message });
    // The provider does not accept the first confirmation, as if another tab had already used it.
    stub.respond(updateMe, () => (stub.getCalls(confirmSignIn).length < 2 ? rejected : { user: session().user }));
    const { user } = await renderRoutes(createRoutes, '/admin/profile', stub);
    await user.type(await screen.findByLabelText('Name'), ' Eze{Enter}');
    const openForm = async () => {
      const dialog = within(await screen.findByRole('dialog', { name: "Confirm it's you" }));
      expect(dialog.queryByLabelText('Password')).not.toBeInTheDocument();
      expect(dialog.getByRole('button', { name: 'Use your passkey' })).toBeInTheDocument();
      await user.click(dialog.getByRole('button', { name: 'I do not have my passkey' }));
      await user.type(dialog.getByLabelText('Password'), 'sunrise-over-lagos');
      return dialog.getByLabelText('Recovery code');
    };
    const field = await openForm();
    await user.type(field, '123 456{Enter}');
    expect(await screen.findByText(/This is a code from your authenticator app/)).toBeInTheDocument();
    expect(stub.getCalls(confirmSignIn)).toHaveLength(0);
    await user.clear(field);
    await user.type(field, 'abcd-efgh{Enter}');
    await waitFor(() => expect(stub.getCalls(updateMe)).toHaveLength(2));
    await user.type(await openForm(), 'ijkl-mnop{Enter}');

    await waitFor(() => expect(stub.toasts).toEqual([{ kind: 'success', message: 'Your name has been saved' }]));
    expect(stub.getCalls(confirmSignIn)).toMatchObject([{ body: { code: 'abcd-efgh' } }, { body: { code: 'ijkl-mnop' } }]);
  });

  it('ACC-07 changes nothing when cancelled, and shows the reason', async () => {
    const stub = hostServicesStub({ responses: [[updateMe, confirmationRequired]], session: session() });
    const { user } = await renderRoutes(createRoutes, '/admin/profile', stub);
    await user.type(await screen.findByLabelText('Name'), ' Eze{Enter}');
    await user.click(within(await screen.findByRole('dialog')).getByRole('button', { name: 'Cancel' }));

    expect((await screen.findByRole('alert')).textContent).toBe("Please confirm it's you.");
  });
});

describe('signing in with a second factor', () => {
  it('ACC-05 asks for the code after the password', async () => {
    const stub = hostServicesStub({});
    stub.respond(login, () => (stub.getCalls(login).length > 1 ? session() : apiError('unauthorized', 'Enter the code', { code: 'Enter the code' })));
    const { user } = await renderRoutes(createRoutes, '/login', stub);
    await user.type(await screen.findByLabelText('Email'), 'ngozi@bettertomorrow.example');
    await user.type(screen.getByLabelText('Password'), 'sunrise-over-lagos{Enter}');
    const code = await screen.findByLabelText('Code');
    await user.type(code, '123456{Enter}');

    expect(stub.getCalls(login)[1]).toMatchObject({ body: { code: '123456', remember: false } });
  });

  it('ACC-01 requests a link for a new password', async () => {
    const stub = hostServicesStub({ responses: [[requestPasswordReset, { isMailed: true, message: 'A link is on its way.' }]] });
    const { user } = await renderRoutes(createRoutes, '/login', stub);
    await user.click(await screen.findByRole('link', { name: 'Forgotten your password?' }));
    await screen.findByRole('heading', { name: 'Forgotten password' });
    await user.type(screen.getByLabelText('Email'), 'ngozi@bettertomorrow.example{Enter}');

    expect((await screen.findByRole('status')).textContent).toBe('A link is on its way.');
  });

  it('ACC-01 sets a new password with the link, and asks for the code of a second factor', async () => {
    const stub = hostServicesStub({
      responses: [
        [getInvitation, { name: 'Ngozi', email: 'ngozi@bettertomorrow.example', isReset: true }],
        [acceptInvitation, apiError('invalid', '', { code: 'Enter the code' })],
      ],
    });
    const { user } = await renderRoutes(createRoutes, '/login/reset/secret', stub);
    await screen.findByRole('heading', { name: 'Reset your password' });
    await user.type(screen.getByLabelText('New password'), 'lanterns drift past the ferry{Enter}');

    expect(await screen.findByLabelText('Code')).toBeInTheDocument();
    expect(stub.getCalls(acceptInvitation)).toMatchObject([{ params: { token: 'secret' } }]);
  });
});

describe('a password-reset link', () => {
  it('ACC-01 offers a new link if it is no longer valid', async () => {
    const stub = hostServicesStub({ responses: [[getInvitation, apiError('not-found')]] });
    await renderRoutes(createRoutes, '/login/reset/secret', stub);

    await screen.findByRole('heading', { name: 'This link is no longer valid' });
    expect(screen.getByRole('link', { name: 'Get a new link' })).toHaveAttribute('href', '/login/forgotten');
  });
});

describe('signing out', () => {
  const openWithDraft = async () => {
    localStorage.setItem(`unsaved:${session().user._id}:post:new:1-2`, '{"keptAt":1,"base":null,"values":{}}');
    localStorage.setItem('unsaved:other-user:post:new:1-2', '{}');
    const stub = hostServicesStub({ session: session() });
    const view = await renderRoutes(createRoutes, '/admin/profile', stub);
    await view.user.click(await screen.findByRole('button', { name: 'Sign out' }));
    return { stub, ...view };
  };

  it('SEC-29 asks before deleting the user’s unsaved work, and keeps the work of other users', async () => {
    const { user } = await openWithDraft();
    await user.click(await screen.findByRole('button', { name: 'Delete and sign out' }));

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(Object.keys(localStorage)).toEqual(['unsaved:other-user:post:new:1-2']);
  });

  it('SEC-29 keeps the unsaved work on request, and does not sign out on Cancel', async () => {
    const { user, stub } = await openWithDraft();
    await user.click(await screen.findByRole('button', { name: 'Cancel' }));
    expect(stub.auth.getState().token).toBe('t');
    await user.click(screen.getByRole('button', { name: 'Sign out' }));
    await user.click(await screen.findByRole('button', { name: 'Keep it and sign out' }));

    expect(await screen.findByRole('heading', { name: 'Login' })).toBeInTheDocument();
    expect(Object.keys(localStorage)).toHaveLength(2);
  });
});
