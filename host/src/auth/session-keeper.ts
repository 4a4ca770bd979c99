import type { Session } from '@site/shared/contracts/auth';
import type { User } from '@site/shared/contracts/user';
import type { Role } from '@site/shared/domain/roles';

/** The three local-storage keys of a sign-in (AUTH-05); other people's scripts and tests rely on the names (docs/contracts). */
export const TOKEN_KEY = 'authToken';
export const REFRESH_TOKEN_KEY = 'refreshToken';
export const USER_KEY = 'user';
const SESSION_KEYS: readonly (string | null)[] = [TOKEN_KEY, REFRESH_TOKEN_KEY, USER_KEY];

export interface StoredSession {
  readonly token: string | null;
  readonly refreshToken: string | null;
  readonly user: User | null;
}

export interface SessionKeeper {
  /** What is kept at this moment; other tabs may have changed it. */
  current(): StoredSession;
  start(session: Session): void;
  /** Takes the tokens of a refresh; the refresh token only when the server sent a new one (AUTH-03). */
  renew(tokens: { readonly token: string; readonly refreshToken: string | undefined }): void;
  keepUser(user: User): void;
  forget(): void;
  /** Calls back after every change, of this tab or another. */
  subscribe(listener: () => void): void;
}

const NOBODY: StoredSession = { token: null, refreshToken: null, user: null };

const ROLES: Readonly<Record<Role, true>> = { contributor: true, editor: true, admin: true };

// By hand, and not by the schema: this stands in the script of every first view, and the schema library would double what it weighs.
const isUser = (value: unknown): value is User =>
  typeof value === 'object' &&
  value !== null &&
  '_id' in value &&
  typeof value._id === 'string' &&
  'name' in value &&
  typeof value.name === 'string' &&
  'email' in value &&
  typeof value.email === 'string' &&
  'role' in value &&
  typeof value.role === 'string' &&
  value.role in ROLES;

const readUser = (text: string | null): User | null => {
  try {
    const value: unknown = JSON.parse(text ?? 'null');
    return isUser(value) ? value : null;
  } catch {
    // Junk reads as nobody.
    return null;
  }
};

const clear = (storage: Storage): void => {
  for (const key of [TOKEN_KEY, REFRESH_TOKEN_KEY, USER_KEY]) storage.removeItem(key);
};

const write = (storage: Storage, { token, refreshToken, user }: StoredSession): void => {
  // Half a session would be worse than none: start from nothing, so that a full storage is noticed.
  clear(storage);
  if (token !== null) storage.setItem(TOKEN_KEY, token);
  if (refreshToken !== null) storage.setItem(REFRESH_TOKEN_KEY, refreshToken);
  if (user !== null) storage.setItem(USER_KEY, JSON.stringify(user));
};

/**
 * Keeps the session in local storage, and in memory for the page's life where local storage is blocked or full (or there is none, as on the server).
 * Never throws; whatever junk the storage holds reads as nobody.
 */
export const createSessionKeeper = (storage: Storage | undefined, events?: Pick<Window, 'addEventListener'>): SessionKeeper => {
  const listeners = new Set<() => void>();
  /** Set only while local storage does not take the session. */
  let memory: StoredSession | null = null;

  const current = (): StoredSession => {
    if (memory !== null) return memory;
    if (storage === undefined) return NOBODY;
    try {
      return { token: storage.getItem(TOKEN_KEY), refreshToken: storage.getItem(REFRESH_TOKEN_KEY), user: readUser(storage.getItem(USER_KEY)) };
    } catch {
      // Blocked storage is the same as an empty one.
      return NOBODY;
    }
  };

  const tell = (): void => {
    for (const listener of listeners) listener();
  };

  const keep = (session: StoredSession): void => {
    memory = session;
    try {
      if (storage !== undefined) {
        write(storage, session);
        memory = null;
      }
    } catch {
      try {
        if (storage !== undefined) clear(storage);
      } catch {
        // Blocked altogether: memory serves.
      }
    }
    tell();
  };

  events?.addEventListener('storage', (event) => {
    // A null key means that everything was cleared.
    if (event.key !== null && !SESSION_KEYS.includes(event.key)) return;
    memory = null;
    tell();
  });

  return {
    current,
    start: ({ token, refreshToken, user }) => keep({ token, refreshToken, user }),
    renew: ({ token, refreshToken }) => {
      const now = current();
      keep({ ...now, token, refreshToken: refreshToken ?? now.refreshToken });
    },
    keepUser: (user) => keep({ ...current(), user }),
    forget: () => keep(NOBODY),
    subscribe: (listener) => {
      listeners.add(listener);
    },
  };
};
