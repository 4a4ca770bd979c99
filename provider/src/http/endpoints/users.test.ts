import { getInvitation, sessionSchema } from '@site/shared/contracts/auth';
import { invitedMemberSchema, staffMemberSchema } from '@site/shared/contracts/user';
import * as v from 'valibot';
import { ADMIN, startTestApp, type TestApp } from '../../testing/test-app.ts';

let app: TestApp;
let admin: string;
beforeEach(async () => {
  app = await startTestApp();
  admin = (await app.signIn()).token;
});
afterEach(() => app.stop());

const invite = async (email = 'new@site.example') => {
  const response = await app.send('POST', '/api/users', { name: 'New', email, role: 'editor' }, admin);
  expect(response.statusCode).toBe(201);
  return v.parse(v.object({ data: v.strictObject(invitedMemberSchema.entries) }), response.json()).data;
};
const PASSWORD = 'twelve or more characters';

describe('invitations', () => {
  it('NS-11 NS-08 accepts an invitation once, with a password of at least twelve characters', async () => {
    const { invitation } = await invite();
    const url = `/api/invitations/${invitation.path.split('/').at(-1)}`;

    expect(v.parse(getInvitation.response, (await app.get(url)).json().data)).toEqual({ name: 'New', email: 'new@site.example' });
    const shortPasswordResponse = await app.send('POST', url, { password: 'eleven char' });
    expect(shortPasswordResponse.statusCode).toBe(422);
    const responses = await Promise.all([app.send('POST', url, { password: PASSWORD }), app.send('POST', url, { password: PASSWORD })]);
    expect(responses.map((response) => response.statusCode).sort()).toEqual([200, 404]);
    const session = v.parse(sessionSchema, responses.find((response) => response.statusCode === 200)?.json());
    expect(session.user).toMatchObject({ email: 'new@site.example', role: 'editor' });
    expect((await app.get(url)).statusCode).toBe(404);
    expect((await app.signIn('new@site.example', PASSWORD)).token).not.toBe('');
  });

  it('a renewed link replaces the old one, and links expire after a week', async () => {
    const user = await invite();
    const renewedInvitation = (await app.send('POST', `/api/users/${user._id}/invitation`, undefined, admin)).json().data;
    const toUrl = (path: string) => `/api/invitations/${path.split('/').at(-1)}`;

    expect((await app.get(toUrl(user.invitation.path))).statusCode).toBe(404);
    expect((await app.get(toUrl(renewedInvitation.invitation.path))).statusCode).toBe(200);
    app.clock.now = new Date(app.clock.now.getTime() + 8 * 86_400_000);
    expect((await app.get(toUrl(renewedInvitation.invitation.path))).statusCode).toBe(404);
  });

  it('rejects a second account with the same email address', async () => {
    await invite();
    const secondResponse = await app.send('POST', '/api/users', { name: 'New', email: 'NEW@site.example', role: 'editor' }, admin);

    expect(secondResponse.statusCode).toBe(409);
    expect(secondResponse.json().errors).toEqual({ email: 'An account with this email address already exists' });
  });
});

describe('members', () => {
  it('lists them, changes role and name, and disables accounts immediately', async () => {
    const other = await app.signInAs('contributor');
    const list = v.parse(v.array(staffMemberSchema), (await app.get('/api/users', admin)).json().data);
    expect(list).toHaveLength(2);

    expect((await app.send('PUT', `/api/users/${other.userId}`, { role: 'editor' }, admin)).json().data.role).toBe('editor');
    expect((await app.get('/api/auth/me', other.token)).json().user.role).toBe('editor');
    expect((await app.send('PUT', `/api/users/${other.userId}`, { isDisabled: true }, admin)).statusCode).toBe(200);
    expect((await app.get('/api/auth/me', other.token)).statusCode).toBe(401);
    expect((await app.send('POST', '/api/auth/refresh', { refreshToken: other.refreshToken })).statusCode).toBe(401);
    expect((await app.send('DELETE', `/api/users/${other.userId}`, undefined, admin)).statusCode).toBe(200);
    expect((await app.get('/api/users', admin)).json().data).toHaveLength(1);
  });

  it('SEC-05 keeps a role change and a disabled account when the name changes at the same time', async () => {
    const lostUpdates: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const { userId } = await app.signInAs('admin');
      const change = round % 2 === 0 ? { role: 'contributor' } : { isDisabled: true };
      await Promise.all([
        ...['One', 'Two', 'Three'].map((name) => app.send('PUT', `/api/users/${userId}`, { name }, admin)),
        app.send('PUT', `/api/users/${userId}`, change, admin),
        ...['Four', 'Five'].map((name) => app.send('PUT', `/api/users/${userId}`, { name }, admin)),
      ]);
      const storedUser = await app.services.db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirstOrThrow();
      if (round % 2 === 0 ? storedUser.role === 'admin' : storedUser.is_disabled === 0) lostUpdates.push(JSON.stringify(change));
    }

    expect(lostUpdates).toEqual([]);
  });

  it('keeps at least one administrator, and prevents users from removing their own rights', async () => {
    const me = (await app.get('/api/auth/me', admin)).json().user;
    const second = await app.signInAs('admin');

    expect((await app.send('PUT', `/api/users/${me._id}`, { role: 'editor' }, admin)).statusCode).toBe(409);
    expect((await app.send('DELETE', `/api/users/${me._id}`, undefined, admin)).statusCode).toBe(409);
    // The second administrator has no password yet. Without the first one, no administrator could sign in.
    expect((await app.send('DELETE', `/api/users/${me._id}`, undefined, second.token)).statusCode).toBe(409);
  });
});

describe('a user’s own account', () => {
  it('NS-11 changes the password with the current one, and ends the other sessions', async () => {
    const other = await app.signIn();
    const change = (currentPassword: string, newPassword: string) => app.send('PUT', '/api/auth/password', { currentPassword, newPassword }, admin);

    expect((await change('wrong', PASSWORD)).json().errors).toEqual({ currentPassword: 'This is not your current password' });
    expect((await change(ADMIN.password, 'short')).statusCode).toBe(422);
    expect((await change(ADMIN.password, PASSWORD)).statusCode).toBe(200);
    expect((await app.get('/api/auth/me', admin)).statusCode).toBe(200);
    expect((await app.get('/api/auth/me', other.token)).statusCode).toBe(401);
    expect((await app.signIn(ADMIN.email, PASSWORD)).token).not.toBe('');
    expect((await app.send('PUT', '/api/auth/me', { name: 'Ngozi' }, admin)).json().user.name).toBe('Ngozi');
  });
});
