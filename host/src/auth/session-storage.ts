import type { Session } from '@site/shared/contracts/auth';
import type { User } from '@site/shared/contracts/user';
import type { Role } from '@site/shared/domain/roles';

/** Local-storage keys of the session (AUTH-05). Other programs also read these keys (docs/contracts/storage-keys.md). */
export const TOKEN_KEY = 'authToken';
export const REFRESH_TOKEN_KEY = 'refreshToken';
export const USER_KEY = 'user';
const SESSION_KEYS: readonly string[] = [TOKEN_KEY, REFRESH_TOKEN_KEY, USER_KEY];

interface StoredSession {
  readonly token: string | null;
  readonly refreshToken: string | null;
  readonly user: User | null;
}

export interface SessionStorage {
  read(): StoredSession;
  start(session: Session): void;
  /** Stores the tokens from a refresh. The refresh token changes only if the server sent a new one (AUTH-03). */
  renew(tokens: { readonly token: string; readonly refreshToken: string | undefined }): void;
  setUser(user: User): void;
  clear(): void;
  subscribe(listener: () => void): void;
}

const SIGNED_OUT: StoredSession = { token: null, refreshToken: null, user: null };

const TEXTS = ['_id', 'name', 'email', 'role'];
const ROLES: Readonly<Record<Role, 1>> = { contributor: 1, editor: 1, admin: 1 };

// Checked by hand, because this code is part of every first view and a schema would double its size.
const isUser = (value: Readonly<Record<string, unknown>> | null): value is Readonly<Record<string, unknown>> & User =>
  TEXTS.every((key) => typeof value?.[key] === 'string') && Object.keys(ROLES).includes(String(value?.role));

const readUser = (text: string | null): User | null => {
  try {
    const value: Readonly<Record<string, unknown>> | null = JSON.parse(text ?? 'null');
    return isUser(value) ? value : null;
  } catch {
    return null;
  }
};

const removeKeys = (storage: Storage): void => {
  for (const key of SESSION_KEYS) storage.removeItem(key);
};

const write = (storage: Storage, { token, refreshToken, user }: StoredSession): void => {
  // Remove the old keys first: if the storage is full, a mix of old and new keys would be worse than none.
  removeKeys(storage);
  if (token !== null) storage.setItem(TOKEN_KEY, token);
  if (refreshToken !== null) storage.setItem(REFRESH_TOKEN_KEY, refreshToken);
  if (user !== null) storage.setItem(USER_KEY, JSON.stringify(user));
};

/**
 * Creates the session's storage. If local storage is blocked, full or missing (as on the server), the session is kept in memory for the lifetime of the page.
 * Never throws; invalid content reads as signed out.
 */
export const createSessionStorage = (storage: Storage | undefined, events?: Pick<Window, 'addEventListener'>): SessionStorage => {
  const listeners = new Set<() => void>();
  let memory: StoredSession | null = null;

  const read = (): StoredSession => {
    if (memory !== null) return memory;
    if (storage === undefined) return SIGNED_OUT;
    try {
      return { token: storage.getItem(TOKEN_KEY), refreshToken: storage.getItem(REFRESH_TOKEN_KEY), user: readUser(storage.getItem(USER_KEY)) };
    } catch {
      return SIGNED_OUT;
    }
  };

  const notify = (): void => {
    for (const listener of listeners) listener();
  };

  const persist = (session: StoredSession): void => {
    memory = session;
    try {
      if (storage !== undefined) {
        write(storage, session);
        memory = null;
      }
    } catch {
      try {
        if (storage !== undefined) removeKeys(storage);
      } catch {
        // Local storage is blocked, so the session stays in memory.
      }
    }
    notify();
  };

  events?.addEventListener('storage', (event) => {
    // A null key means that everything was cleared.
    if (event.key !== null && !SESSION_KEYS.includes(event.key)) return;
    memory = null;
    notify();
  });

  return {
    read,
    start: ({ token, refreshToken, user }) => persist({ token, refreshToken, user }),
    renew: ({ token, refreshToken }) => {
      const session = read();
      persist({ ...session, token, refreshToken: refreshToken ?? session.refreshToken });
    },
    setUser: (user) => persist({ ...read(), user }),
    clear: () => persist(SIGNED_OUT),
    subscribe: (listener) => {
      listeners.add(listener);
    },
  };
};
