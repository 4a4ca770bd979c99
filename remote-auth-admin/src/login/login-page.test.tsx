import { login } from '@site/shared/contracts/auth';
import { getDashboard } from '@site/shared/contracts/dashboard';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub, type StubOptions } from '@site/shared/testing/host-services-stub';
import { renderRoutes } from '@site/shared/testing/render-routes';
import { screen, within } from '@testing-library/react';
import { createRoutes } from '../routes.tsx';

const session = { token: 'token-1', refreshToken: 'refresh-1', user: userFixture() };
const noDashboard = [getDashboard, apiError('forbidden')] as const;

const visit = async (response: unknown, path: Parameters<typeof renderRoutes>[1] = '/login', options: StubOptions = {}) => {
  const stub = hostServicesStub({ responses: [[login, response], noDashboard], ...options });
  const view = await renderRoutes(createRoutes, path, stub);
  return { ...view, stub };
};

const email = () => screen.getByLabelText('Email');
const password = () => screen.getByLabelText('Password');
const getSubmitButton = () => screen.getByRole('button', { name: 'Sign in' });
const createPendingResponse = () => {
  let respond: (value: unknown) => void = () => {};
  const pending = new Promise<unknown>((resolve) => {
    respond = resolve;
  });
  return { request: () => pending, respond: (value: unknown) => respond(value) };
};

const fillIn = async (user: Awaited<ReturnType<typeof visit>>['user']) => {
  await user.type(email(), 'ngozi@bettertomorrow.example');
  await user.type(password(), 'sunshine');
};

describe('LoginPage', () => {
  it('LOGIN-01 shows the title, the fields and the button', async () => {
    await visit(session);

    expect(screen.getByRole('heading', { level: 1, name: 'Login' })).toBeInTheDocument();
    expect(email()).toHaveProperty('type', 'email');
    expect(password()).toHaveProperty('type', 'password');
    expect(screen.getByRole('checkbox', { name: 'Remember me' })).toHaveProperty('checked', false);
    expect(getSubmitButton()).toHaveProperty('type', 'submit');
  });

  it('LOGIN-02 LOGIN-11 disables the button, which reads "Signing in...", while submitting', async () => {
    const { request, respond } = createPendingResponse();
    const { user, stub } = await visit(request);
    await fillIn(user);
    await user.click(getSubmitButton());

    const busyButton = screen.getByRole('button', { name: 'Signing in...' });
    expect(busyButton).toHaveProperty('disabled', true);
    await user.keyboard('{Enter}');
    expect(stub.getCalls(login)).toHaveLength(1);
    respond(session);
    expect(await screen.findByText('Ngozi Okafor')).toBeInTheDocument();
  });

  it('LOGIN-03 AUTH-01 stores the session and opens the dashboard', async () => {
    const { user, stub, router } = await visit(session);
    await fillIn(user);
    await user.click(getSubmitButton());

    expect(await screen.findByRole('region', { name: 'User menu' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/dashboard');
    expect(stub.auth.getState()).toMatchObject({ user: session.user, token: 'token-1' });
  });

  it('LOGIN-03 opens the requested page', async () => {
    const { user, router } = await visit(session, { pathname: '/login', state: { from: '/news?page=2' } });
    await fillIn(user);
    await user.keyboard('{Enter}');

    expect(await screen.findByText('Outside this remote')).toBeInTheDocument();
    expect(router.state.location).toMatchObject({ pathname: '/news', search: '?page=2' });
  });

  it.each([
    ['the server’s message', apiError('unauthorized', 'Wrong password'), 'Wrong password'],
    ['"Login failed" if there is no message', apiError('invalid'), 'Login failed'],
    ['the message of a 503', apiError('server', 'Resting'), 'Resting'],
    ['"Login failed" if there is no response', apiError('network'), 'Login failed'],
  ])('LOGIN-04 X-07 shows %s inline and as one toast', async (_what, error, message) => {
    const { user, stub } = await visit(error);
    await fillIn(user);
    await user.click(getSubmitButton());

    expect((await screen.findByRole('alert')).textContent).toBe(message);
    expect(stub.toasts).toEqual([{ kind: 'error', message }]);
    expect(getSubmitButton()).toHaveProperty('disabled', false);
    expect(password()).toHaveProperty('value', 'sunshine');
    expect(password()).toHaveFocus();
  });

  it('LOGIN-05 clears the error on every submit', async () => {
    const { user, stub } = await visit(apiError('unauthorized', 'Wrong password'));
    await fillIn(user);
    await user.click(getSubmitButton());
    await screen.findByRole('alert');
    const { request, respond } = createPendingResponse();
    stub.respond(login, request);
    await user.click(getSubmitButton());

    expect(screen.queryByRole('alert')).not.toBeInTheDocument();
    respond(apiError('unauthorized', 'Wrong again'));
    expect((await screen.findByRole('alert')).textContent).toBe('Wrong again');
  });

  it.each([
    ['', '', 'Email is required', 'Password is required'],
    ['ngozi', '12345', 'Invalid email address', 'Password must be at least 6 characters'],
    ['ngozi@bettertomorrow.example', '12345', null, 'Password must be at least 6 characters'],
    ['ngozi', '123456', 'Invalid email address', null],
  ])('LOGIN-06 LOGIN-07 validates the email "%s" and the password "%s"', async (emailText, passwordText, emailError, passwordError) => {
    const { user, stub } = await visit(session);
    if (emailText !== '') await user.type(email(), emailText);
    if (passwordText !== '') await user.type(password(), passwordText);
    await user.click(getSubmitButton());

    const described = (field: HTMLElement) => document.getElementById(field.getAttribute('aria-describedby') ?? '')?.textContent ?? null;
    expect(described(email())).toBe(emailError);
    expect(described(password())).toBe(passwordError);
    expect(emailError === null ? password() : email()).toHaveFocus();
    expect(stub.getCalls(login)).toHaveLength(0);
  });

  it('LOGIN-08 sends `remember` as true only if the box is checked', async () => {
    const { user, stub } = await visit(apiError('unauthorized'));
    await fillIn(user);
    await user.click(getSubmitButton());
    await screen.findByRole('alert');
    await user.click(screen.getByRole('checkbox', { name: 'Remember me' }));
    await user.click(getSubmitButton());

    expect(stub.getCalls(login).map(({ body }) => body)).toEqual([
      { email: 'ngozi@bettertomorrow.example', password: 'sunshine', remember: false },
      { email: 'ngozi@bettertomorrow.example', password: 'sunshine', remember: true },
    ]);
  });

  it('LOGIN-09 shows the error of a field only after the field has been left', async () => {
    const { user } = await visit(session);
    expect(screen.queryByText(/is required/)).not.toBeInTheDocument();
    await user.click(email());
    await user.type(email(), 'n');
    expect(screen.queryByText('Invalid email address')).not.toBeInTheDocument();
    await user.tab();
    expect(screen.queryByText('Invalid email address')).toBeInTheDocument();
    expect(screen.queryByText('Password is required')).not.toBeInTheDocument();
    await user.type(email(), 'gozi@bettertomorrow.example');
    expect(screen.queryByText('Invalid email address')).not.toBeInTheDocument();
  });

  it('shows the password on demand', async () => {
    const { user } = await visit(session);
    await user.click(screen.getByRole('button', { name: 'Show typed text' }));
    expect(password()).toHaveProperty('type', 'text');
    await user.click(screen.getByRole('button', { name: 'Hide typed text' }));
    expect(password()).toHaveProperty('type', 'password');
  });

  it('LOGIN-03 redirects users who are already signed in', async () => {
    const { router } = await visit(session, '/login', { session });
    expect(await screen.findByRole('region', { name: 'User menu' })).toBeInTheDocument();
    expect(router.state.location.pathname).toBe('/admin/dashboard');
  });

  it('LOGIN-04 shows inline errors inside the form', async () => {
    const { user } = await visit(apiError('unauthorized', 'Wrong password'));
    await fillIn(user);
    await user.click(getSubmitButton());
    expect(within(screen.getByRole('form', { name: 'Login' })).getByRole('alert').textContent).toBe('Wrong password');
  });
});
