import { userFixture } from '@site/shared/testing/fixtures';
import { createSessionKeeper, REFRESH_TOKEN_KEY, TOKEN_KEY, USER_KEY } from './session-keeper.ts';

const session = { token: 'token-1', refreshToken: 'refresh-1', user: userFixture() };

const refusingStorage = (changes: Partial<Storage>): Storage =>
  ({ length: 0, key: () => null, clear: () => {}, getItem: () => null, setItem: () => {}, removeItem: () => {}, ...changes }) as Storage;
const refuse = () => {
  throw new DOMException('refused', 'SecurityError');
};

describe('createSessionKeeper', () => {
  it('AUTH-01 AUTH-05 keeps exactly three keys', () => {
    createSessionKeeper(localStorage).start(session);

    expect(Object.keys(localStorage).toSorted()).toEqual([TOKEN_KEY, REFRESH_TOKEN_KEY, USER_KEY].toSorted());
    expect(createSessionKeeper(localStorage).current()).toEqual(session);
  });

  it('AUTH-03 replaces the token, and the refresh token only when there is a new one', () => {
    const keeper = createSessionKeeper(localStorage);
    keeper.start(session);

    keeper.renew({ token: 'token-2', refreshToken: undefined });
    expect(keeper.current()).toEqual({ ...session, token: 'token-2' });
    keeper.renew({ token: 'token-3', refreshToken: 'refresh-3' });
    expect(localStorage.getItem(REFRESH_TOKEN_KEY)).toBe('refresh-3');
  });

  it('AUTH-02 forgets all three', () => {
    const keeper = createSessionKeeper(localStorage);
    keeper.start(session);
    keeper.forget();

    expect(localStorage).toHaveLength(0);
  });

  it('AUTH-05 follows the other tabs', () => {
    const keeper = createSessionKeeper(localStorage, window);
    const heard = jest.fn();
    keeper.subscribe(heard);

    localStorage.setItem(TOKEN_KEY, 'from another tab');
    window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(heard).toHaveBeenCalledTimes(1);
    expect(keeper.current().token).toBe('from another tab');

    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(heard).toHaveBeenCalledTimes(2);
    expect(keeper.current().token).toBeNull();
  });

  it('AUTH-05 reads junk as nobody', () => {
    localStorage.setItem(USER_KEY, '{"name":');
    expect(createSessionKeeper(localStorage).current().user).toBeNull();
    localStorage.setItem(USER_KEY, '"a text"');
    expect(createSessionKeeper(localStorage).current().user).toBeNull();
  });

  it.each([
    ['blocked', refusingStorage({ getItem: refuse, setItem: refuse, removeItem: refuse })],
    ['full', refusingStorage({ setItem: refuse })],
    ['missing', undefined],
  ])("AUTH-05 works for the page's life when storage is %s", (_how, storage) => {
    const keeper = createSessionKeeper(storage);
    expect(keeper.current()).toEqual({ token: null, refreshToken: null, user: null });

    keeper.start(session);
    expect(keeper.current()).toEqual(session);
    keeper.forget();
    expect(keeper.current().token).toBeNull();
  });

  it('AUTH-05 leaves no half session when the storage fills up on the way', () => {
    const kept = new Map<string, string>();
    const storage = refusingStorage({
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => (kept.size === 2 ? refuse() : void kept.set(key, value)),
      removeItem: (key) => void kept.delete(key),
    });
    createSessionKeeper(storage).start(session);

    expect(kept.size).toBe(0);
  });
});
