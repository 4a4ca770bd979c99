import type { SiteConfig } from '@site/shared/contracts/site';
import type { HostServices, Notify } from '@site/shared/remote/host-services';
import { createHttpClient } from '@site/shared/remote/http-client';
import { createAuthStore } from '../auth/create-auth-store.ts';
import { createSessionStorage } from '../auth/session-storage.ts';
import type { Notice } from '../federation/page-data.ts';

interface ServerServicesOptions {
  /** Without `/api`. */
  readonly providerUrl: string;
  /** The time limit of the page's data. */
  readonly signal: AbortSignal;
}

/** The services of one page on the server: without a session, and toasts are collected in `notices` until the page is hydrated. */
export const createServerServices = (
  site: SiteConfig,
  { providerUrl, signal }: ServerServicesOptions,
): { readonly services: HostServices; readonly notices: readonly Notice[] } => {
  const notices: Notice[] = [];
  const collect = (kind: Notice['kind']) => (message: string) => {
    notices.push({ kind, message });
  };
  const notify: Notify = { success: collect('success'), error: collect('error') };
  const http = createHttpClient({ baseUrl: `${providerUrl.replace(/\/+$/, '')}/api`, notify, getToken: () => null, signal });
  const session = createSessionStorage(undefined);
  const auth = createAuthStore({ session, now: Date.now, prepareSignOut: async () => async () => undefined, fetchUser: async () => null });
  // A path of this site would be proxied to the provider; the server calls the provider directly.
  const volunteerFormUrl = new URL(site.volunteerFormUrl, providerUrl).href;
  return { services: { http, auth, notify, celebrate: () => {}, site: { ...site, volunteerFormUrl } }, notices };
};
