import { userFixture } from '@site/shared/testing/fixtures';
import { tokenUntil } from '../testing/test-client.ts';
import { createAuthStore } from './create-auth-store.ts';
import { createSessionKeeper } from './session-keeper.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');
const session = { token: tokenUntil(NOW + 60_000), refreshToken: 'refresh-1', user: userFixture() };

const setUp = () => {
  let nowMs = NOW;
  const keeper = createSessionKeeper(localStorage, window);
  const endOnServer = jest.fn(async () => undefined as unknown);
  const prepareEnd = jest.fn(async () => endOnServer);
  const askForUser = jest.fn(async () => null as ReturnType<typeof userFixture> | null);
  const store = createAuthStore({ session: keeper, now: () => nowMs, prepareEnd, askForUser });
  return { store, keeper, endOnServer, prepareEnd, askForUser, setNow: (ms: number) => (nowMs = ms) };
};

describe('createAuthStore', () => {
  it('AUTH-01 shows who signs in, and AUTH-06 until the token ends', () => {
    const { store, setNow } = setUp();
    expect(store.getState()).toMatchObject({ user: null, token: null });

    store.getState().start(session);
    expect(store.getState()).toMatchObject({ user: session.user, token: session.token });
    expect(store.getState().isAuthenticated()).toBe(true);
    setNow(NOW + 60_000);
    expect(store.getState().isAuthenticated()).toBe(false);
  });

  it('AUTH-01 finds the session of an earlier visit', () => {
    createSessionKeeper(localStorage).start(session);

    expect(setUp().store.getState()).toMatchObject({ user: session.user, token: session.token });
  });

  it('AUTH-02 tells the provider with the token, and does not wait for its answer to forget', async () => {
    const { store, keeper, endOnServer } = setUp();
    store.getState().start(session);
    let answer = () => {};
    endOnServer.mockImplementation(() => {
      expect(keeper.current().token).toBe(session.token);
      return new Promise<void>((resolve) => {
        answer = resolve;
      });
    });

    const done = store.getState().signOut();
    await Promise.resolve();
    expect(endOnServer).toHaveBeenCalledTimes(1);
    expect(store.getState()).toMatchObject({ user: null, token: null });
    answer();
    await done;
  });

  it('AUTH-02 forgets the session when the provider cannot be told', async () => {
    const { store, prepareEnd } = setUp();
    store.getState().start(session);
    prepareEnd.mockRejectedValue(new Error('no file'));
    await store.getState().signOut();

    expect(localStorage).toHaveLength(0);
  });

  it('AUTH-02 signs out with the tab that signs out', () => {
    const { store } = setUp();
    store.getState().start(session);

    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(store.getState()).toMatchObject({ user: null, token: null });
    expect(store.getState().isAuthenticated()).toBe(false);
  });

  it('AUTH-04 keeps the user that the provider names, and answers null on failure', async () => {
    const { store, askForUser } = setUp();
    store.getState().start(session);
    expect(await store.getState().loadUser()).toBeNull();
    expect(store.getState().user).toEqual(session.user);

    askForUser.mockResolvedValue(userFixture({ name: 'Ngozi Eze' }));
    expect((await store.getState().loadUser())?.name).toBe('Ngozi Eze');
    expect(store.getState().user?.name).toBe('Ngozi Eze');
    expect(JSON.parse(localStorage.getItem('user') ?? '')).toMatchObject({ name: 'Ngozi Eze' });
  });
});
