import { userFixture } from '@site/shared/testing/fixtures';
import { createSessionStorage, REFRESH_TOKEN_KEY, TOKEN_KEY, USER_KEY } from './session-storage.ts';

const session = { token: 'token-1', refreshToken: 'refresh-1', user: userFixture() };

const fakeStorage = (changes: Partial<Storage>): Storage =>
  ({ length: 0, key: () => null, clear: () => {}, getItem: () => null, setItem: () => {}, removeItem: () => {}, ...changes }) as Storage;
const block = () => {
  throw new DOMException('blocked', 'SecurityError');
};

describe('createSessionStorage', () => {
  it('AUTH-01 AUTH-05 stores exactly three keys', () => {
    createSessionStorage(localStorage).start(session);

    expect(Object.keys(localStorage).toSorted()).toEqual([TOKEN_KEY, REFRESH_TOKEN_KEY, USER_KEY].toSorted());
    expect(createSessionStorage(localStorage).read()).toEqual(session);
  });

  it('AUTH-03 replaces the token, and the refresh token only when there is a new one', () => {
    const stored = createSessionStorage(localStorage);
    stored.start(session);

    stored.renew({ token: 'token-2', refreshToken: undefined });
    expect(stored.read()).toEqual({ ...session, token: 'token-2' });
    stored.renew({ token: 'token-3', refreshToken: 'refresh-3' });
    expect(localStorage.getItem(REFRESH_TOKEN_KEY)).toBe('refresh-3');
  });

  it('AUTH-02 clears all three keys', () => {
    const stored = createSessionStorage(localStorage);
    stored.start(session);
    stored.clear();

    expect(localStorage).toHaveLength(0);
  });

  it('AUTH-05 is in sync with other tabs', () => {
    const stored = createSessionStorage(localStorage, window);
    const listener = jest.fn();
    stored.subscribe(listener);

    localStorage.setItem(TOKEN_KEY, 'from another tab');
    window.dispatchEvent(new StorageEvent('storage', { key: TOKEN_KEY }));
    window.dispatchEvent(new StorageEvent('storage', { key: 'theme' }));
    expect(listener).toHaveBeenCalledTimes(1);
    expect(stored.read().token).toBe('from another tab');

    localStorage.clear();
    window.dispatchEvent(new StorageEvent('storage', { key: null }));
    expect(listener).toHaveBeenCalledTimes(2);
    expect(stored.read().token).toBeNull();
  });

  it('AUTH-05 reads invalid content as signed out', () => {
    localStorage.setItem(USER_KEY, '{"name":');
    expect(createSessionStorage(localStorage).read().user).toBeNull();
    localStorage.setItem(USER_KEY, '"a text"');
    expect(createSessionStorage(localStorage).read().user).toBeNull();
  });

  it.each([
    ['blocked', fakeStorage({ getItem: block, setItem: block, removeItem: block })],
    ['full', fakeStorage({ setItem: block })],
    ['missing', undefined],
  ])('AUTH-05 works for the lifetime of the page when storage is %s', (_how, storage) => {
    const stored = createSessionStorage(storage);
    expect(stored.read()).toEqual({ token: null, refreshToken: null, user: null });

    stored.start(session);
    expect(stored.read()).toEqual(session);
    stored.clear();
    expect(stored.read().token).toBeNull();
  });

  it('AUTH-05 leaves no partial session when the storage becomes full during the write', () => {
    const items = new Map<string, string>();
    const storage = fakeStorage({
      getItem: (key) => items.get(key) ?? null,
      setItem: (key, value) => (items.size === 2 ? block() : void items.set(key, value)),
      removeItem: (key) => void items.delete(key),
    });
    createSessionStorage(storage).start(session);

    expect(items.size).toBe(0);
  });
});
