import type { SiteConfig } from '@site/shared/contracts/site';
import type { HostServices, Notify } from '@site/shared/remote/host-services';
import { createHttpClient } from '@site/shared/remote/http-client';
import { createAuthStore } from '../auth/create-auth-store.ts';
import { createSessionKeeper } from '../auth/session-keeper.ts';
import type { Notice } from '../federation/page-data.ts';

export interface ServerServicesOptions {
  /** Without `/api`. */
  readonly providerUrl: string;
  /** The time limit of the page's data. */
  readonly signal: AbortSignal;
}

/** The services of one page while the server renders it: nobody is signed in, and toasts wait in `notices` for the page to come alive. */
export const createServerServices = (
  site: SiteConfig,
  { providerUrl, signal }: ServerServicesOptions,
): { readonly services: HostServices; readonly notices: readonly Notice[] } => {
  const notices: Notice[] = [];
  const keep = (kind: Notice['kind']) => (message: string) => {
    notices.push({ kind, message });
  };
  const notify: Notify = { success: keep('success'), error: keep('error') };
  const http = createHttpClient({ baseUrl: `${providerUrl.replace(/\/+$/, '')}/api`, notify, getToken: () => null, signal });
  const session = createSessionKeeper(undefined);
  const auth = createAuthStore({ session, now: Date.now, prepareEnd: async () => async () => undefined, askForUser: async () => null });
  // A path of this site leads to the provider, by way of the host; the server has no need of that way.
  const volunteerFormUrl = new URL(site.volunteerFormUrl, providerUrl).href;
  return { services: { http, auth, notify, celebrate: () => {}, site: { ...site, volunteerFormUrl } }, notices };
};
