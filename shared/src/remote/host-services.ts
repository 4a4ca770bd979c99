import type { StoreApi } from 'zustand/vanilla';
import type { ApiError } from '../contracts/api-error.ts';
import type { Session } from '../contracts/auth.ts';
import type { Endpoint, QueryOf, RequestBodyOf, ResponseOf } from '../contracts/endpoint.ts';
import type { SiteConfig } from '../contracts/site.ts';
import type { User } from '../contracts/user.ts';
import type { Result } from '../domain/result.ts';

/** The input of one call. `params` fill the `:names` of the path. */
export interface CallInput<E extends Endpoint> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: QueryOf<E>;
  /** JSON body, or the `FormData` of a multipart endpoint. */
  readonly body?: RequestBodyOf<E> | FormData;
  readonly signal?: AbortSignal;
  /** Never raises a toast. Otherwise the network's failure and 5xx raise one error toast per call (ERR-01). */
  readonly silent?: boolean;
  /** How much of the body has been sent, 0 to 1. */
  onUploadProgress?(fraction: number): void;
}

/** The provider's calls. Never throws: every failure is a Result (an aborted call too, as kind `network`). Attaches the bearer token, refreshes it once on 401 (AUTH-07, AUTH-11). */
export interface HttpClient {
  call<E extends Endpoint>(endpoint: E, input?: CallInput<E>): Promise<Result<ResponseOf<E>, ApiError>>;
}

/** Who is signed in on this device. `user` is null while nobody is signed in; `isAuthenticated` checks the token's expiry at the time of the call (AUTH-06). */
export interface AuthState {
  readonly user: User | null;
  readonly token: string | null;
  isAuthenticated(): boolean;
  /** The provider's time, where known, in milliseconds: this device's clock may be hours off. */
  now(): number;
  /** Stores the three values of a sign-in, here and in local storage (AUTH-01, AUTH-05). */
  start(session: Session): void;
  /** Ends the session at the provider and clears it on this device, whether or not the provider responds (AUTH-02). */
  signOut(): Promise<void>;
  /** Fetches the signed-in user (refreshing an expired token if possible) and stores it; null on failure (AUTH-04). */
  loadUser(): Promise<User | null>;
}

export interface NotifyOptions {
  /** How long the toast is shown, in milliseconds; default 2000 for success, 4000 for errors (TOAST-01). */
  readonly durationMs?: number;
}

/** Toasts, at most 20 at once. On the server they are queued and shown after hydration. */
export interface Notify {
  success(message: string, options?: NotifyOptions): void;
  error(message: string, options?: NotifyOptions): void;
}

export type Theme = 'system' | 'light' | 'dark';

/** The theme of this device. `system` follows the operating system. */
export interface Display {
  readTheme(): Theme;
  /** Stores it on this device and applies it at once. */
  chooseTheme(theme: Theme): void;
  /** Calls the listener after every change on this page; returns the function that ends it. */
  subscribe(listener: () => void): () => void;
}

/** The services of the host: the only interface between a remote and the host (docs/contracts/remote.md). */
export interface HostServices {
  readonly http: HttpClient;
  readonly auth: StoreApi<AuthState>;
  readonly notify: Notify;
  /** Starts the confetti, which stops after 5 s (CONF-01). */
  celebrate(): void;
  readonly site: SiteConfig;
  /** Loads the choice of a theme, which most pages never need. In the browser; absent on the server. */
  loadDisplay?(): Promise<Display>;
}
