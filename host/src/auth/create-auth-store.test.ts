import { userFixture } from '@site/shared/testing/fixtures';
import { tokenExpiringAt } from '../testing/test-client.ts';
import { createAuthStore } from './create-auth-store.ts';
import { createSessionStorage } from './session-storage.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const session = { token: tokenExpiringAt(NOW + 60_000), refreshToken: 'refresh-1', user: userFixture() };

const setUp = () => {
  let nowMs = NOW;
  const storage = createSessionStorage(localStorage, window);
  const endOnServer = jest.fn(async () => undefined as unknown);
  const prepareSignOut = jest.fn(async () => endOnServer);
  const fetchUser = jest.fn(async () => null as ReturnType<typeof userFixture> | null);
  const store = createAuthStore({ session: storage, now: () => nowMs, prepareSignOut, fetchUser });
  return { store, storage, endOnServer, prepareSignOut, fetchUser, setNow: (ms: number) => (nowMs = ms) };
};

describe('createAuthStore', () => {
  it('AUTH-01 contains the signed-in user, AUTH-06 until the token expires', () => {
    const { store, setNow } = setUp();
    expect(store.getState()).toMatchObject({ user: null, token: null });

    store.getState().start(session);
    expect(store.getState()).toMatchObject({ user: session.user, token: session.token });
    expect(store.getState().isAuthenticated()).toBe(true);
    setNow(NOW + 60_000);
    expect(store.getState().isAuthenticated()).toBe(false);
  });

  it('AUTH-01 restores the session of an earlier visit', () => {
    createSessionStorage(localStorage).start(session);

    expect(setUp().store.getState()).toMatchObject({ user: session.user, token: session.token });
  });

  it('AUTH-02 ends the session at the provider with the token, and on the device without waiting for the response', async () => {
    const { store, storage, endOnServer } = setUp();
    store.getState().start(session);
    let respond = () => {};
    endOnServer.mockImplementation(() => {
      expect(storage.read().token).toBe(session.token);
      return new Promise<void>((resolve) => {
        respond = resolve;
      });
    });

    const done = store.getState().signOut();
    await Promise.resolve();
    expect(endOnServer).toHaveBeenCalledTimes(1);
    expect(store.getState()).toMatchObject({ user: null, token: null });
    respond();
    await done;
  });

  it('AUTH-02 ends the session on the device when the provider cannot be called', async () => {
    const { store, prepareSignOut } = setUp();
    store.getState().start(session);
    prepareSignOut.mockRejectedValue(new Error('no file'));
    await store.getState().signOut();

    expect(localStorage).toHaveLength(0);
  });

  it('AUTH-02 signs out with another tab', () => {
    const { store } = setUp();
    store.getState().start(session);

    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(store.getState()).toMatchObject({ user: null, token: null });
    expect(store.getState().isAuthenticated()).toBe(false);
  });

  it('AUTH-04 stores the user that the provider returns, and resolves with null on failure', async () => {
    const { store, fetchUser } = setUp();
    store.getState().start(session);
    expect(await store.getState().loadUser()).toBeNull();
    expect(store.getState().user).toEqual(session.user);

    fetchUser.mockResolvedValue(userFixture({ name: 'Ngozi Eze' }));
    expect((await store.getState().loadUser())?.name).toBe('Ngozi Eze');
    expect(store.getState().user?.name).toBe('Ngozi Eze');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ name: 'Ngozi Eze' });
  });
});
