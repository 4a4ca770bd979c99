import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

jest.unmock('@node-rs/argon2');

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.stop());

const login = (email: string, password: string) => app.send('POST', '/api/auth/login', { email, password });
const PRODUCTION_COST = /^\$argon2id\$v=19\$m=65536,t=3,p=1\$/;

describe('the cost of a guessed password', () => {
  it('X-07 is 64 MiB and three passes, for the first account and for a password that is set later', async () => {
    const readHash = async () => (await app.services.db.selectFrom('users').select('password_hash').executeTakeFirstOrThrow()).password_hash;
    const first = await readHash();
    expect(first).toMatch(PRODUCTION_COST);

    const { token } = await app.signIn();
    const newPassword = 'lanterns drift past the ferry';
    expect((await app.send('PUT', '/api/auth/password', { currentPassword: ADMIN.password, newPassword }, token)).statusCode).toBe(200);
    expect(await readHash()).not.toBe(first);
    expect(await readHash()).toMatch(PRODUCTION_COST);
    expect((await login(ADMIN.email, newPassword)).statusCode).toBe(200);
  });

  it('X-07 is the same for an unknown account as for a wrong password', async () => {
    const measure = async (email: string): Promise<number> => {
      const startTime = performance.now();
      await login(email, 'not the password');
      return performance.now() - startTime;
    };
    const measureFastest = async (email: string): Promise<number> => Math.min(await measure(email), await measure(email), await measure(email));
    await measure('warm@site.example');

    // Without hashing, the response for an unknown account would take only a hundredth of the time.
    expect(await measureFastest('nobody@site.example')).toBeGreaterThan((await measureFastest(ADMIN.email)) / 4);
  });
});
