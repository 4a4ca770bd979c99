import type { StoreApi } from 'zustand/vanilla';
import type { ApiError } from '../contracts/api-error.ts';
import type { Session } from '../contracts/auth.ts';
import type { Endpoint, QueryOf, RequestBodyOf, ResponseOf } from '../contracts/endpoint.ts';
import type { SiteConfig } from '../contracts/site.ts';
import type { User } from '../contracts/user.ts';
import type { Result } from '../domain/result.ts';

/** Input of one call. `params` fill the `:names` in the path. */
export interface CallInput<E extends Endpoint> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryOf<E>;
  /** JSON body, or the `FormData` of a multipart endpoint. */
  readonly body?: RequestBodyOf<E> | FormData;
  readonly signal?: AbortSignal;
  /** Suppresses the error toast. Without `silent`, a network failure or a 5xx response raises one toast per call (ERR-01). */
  readonly silent?: boolean;
  /** Called with the share of the body that has been sent, from 0 to 1. */
  onUploadProgress?(fraction: number): void;
}

/**
 * Calls the provider. Never throws: every failure is a `Result`, and an aborted call fails with the kind `network`. Attaches the bearer token, and refreshes
 * the token once after a 401 (AUTH-07, AUTH-11).
 */
export interface HttpClient {
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Result<ResponseOf<E>, ApiError>>;
}

/** Session on this device. `user` is null if no user is signed in. `isAuthenticated` checks the token's expiry at the time of the call (AUTH-06). */
export interface AuthState {
  readonly user: User | null;
  readonly token: string | null;
  isAuthenticated(): boolean;
  /** Current time in milliseconds by the provider's clock if it is known, because this device's clock may be hours off. */
  now(): number;
  /** Stores the three values of a sign-in in memory and in local storage (AUTH-01, AUTH-05). */
  start(session: Session): void;
  /** Ends the session at the provider and clears it on this device, whether or not the provider responds (AUTH-02). */
  signOut(): Promise<void>;
  /** Fetches and stores the signed-in user, and refreshes an expired token if possible. Returns null on failure (AUTH-04). */
  loadUser(): Promise<User | null>;
}

export interface NotifyOptions {
  /** Duration of the toast in milliseconds. The default is 2000 for success and 4000 for errors (TOAST-01). */
  readonly durationMs?: number;
}

/** Shows toasts, at most 20 at once. On the server, toasts are queued and shown after hydration. */
export interface Notify {
  success(message: string, options?: NotifyOptions): void;
  error(message: string, options?: NotifyOptions): void;
}

export type Theme = 'system' | 'light' | 'dark';

/** Theme on this device. `system` follows the operating system. */
export interface Display {
  readTheme(): Theme;
  /** Stores the theme on this device and applies it immediately. */
  chooseTheme(theme: Theme): void;
  /** Calls the listener after every change on this page. The returned function unsubscribes the listener. */
  subscribe(listener: () => void): () => void;
}

/** Services of the host: the only interface between a remote and the host (docs/contracts/remote.md). */
export interface HostServices {
  readonly http: HttpClient;
  readonly auth: StoreApi<AuthState>;
  readonly notify: Notify;
  /** Starts the confetti, which stops after 5 s (CONF-01). */
  celebrate(): void;
  readonly site: SiteConfig;
  /** Loads the theme setting, which most pages never need. Only available in the browser. */
  loadDisplay?(): Promise<Display>;
}
