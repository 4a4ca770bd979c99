import { login } from '@site/shared/contracts/auth';
import { userFixture } from '@site/shared/testing/fixtures';
import { apiError, hostServicesStub } from '@site/shared/testing/host-services-stub';
import { signIn } from './sign-in.ts';

const credentials = { email: 'ada@example.org', password: 'sunrise', remember: false };
const session = { token: 'a.b.c', refreshToken: 'r', user: userFixture() };

describe('signIn', () => {
  it('LOGIN-10 calls the provider and stores the session', async () => {
    const services = hostServicesStub({ responses: [[login, session]] });
    expect(await signIn(services, credentials)).toEqual({ ok: true, value: session.user });
    expect(services.getCalls(login)).toMatchObject([{ body: credentials, silent: true }]);
    expect(services.auth.getState().token).toBe('a.b.c');
  });

  it('LOGIN-04 LOGIN-10 returns the server’s message, or else "Login failed"', async () => {
    const rejected = hostServicesStub({ responses: [[login, apiError('unauthorized', 'No such account')]] });
    expect(await signIn(rejected, credentials)).toMatchObject({ ok: false, error: { message: 'No such account' } });
    const failingServices = hostServicesStub({ responses: [[login, apiError('server')]] });
    expect(await signIn(failingServices, credentials)).toMatchObject({ ok: false, error: { message: 'Login failed' } });
    expect(failingServices.toasts).toEqual([]);
  });
});
