import type { SiteConfig } from '@site/shared/contracts/site';
import type { HostServices, Notify } from '@site/shared/remote/host-services';
import { createHttpClient } from '@site/shared/remote/http-client';
import { createAuthStore } from '../../auth/create-auth-store.ts';
import { createSessionStorage } from '../../auth/session-storage.ts';
import type { Notice } from '../../federation/page-data.ts';
import { type CallResponse, PROVIDER_ORIGIN } from './protocol.ts';

interface OutgoingCall {
  readonly method: string;
  readonly url: string;
  readonly contentType?: string;
  readonly body?: string;
}

/** Lets the host perform one call of the provider, or of the form service, for a request. Never rejects. */
export type SendCall = (call: OutgoingCall) => Promise<CallResponse>;

const WITHOUT_BODY: ReadonlySet<number> = new Set([204, 205, 304]);

/** `fetch` for a process without a network: the host performs the call, if it is one that this site makes. As in a page of the site, an address may be a path. */
export const createBridgeFetch =
  (sendCall: SendCall) =>
  async (input: string | URL | Request, init?: RequestInit): Promise<Response> => {
    const request = new Request(typeof input === 'string' ? new URL(input, PROVIDER_ORIGIN) : input, init);
    const contentType = request.headers.get('content-type');
    const body = request.method === 'GET' || request.method === 'HEAD' ? '' : await request.text();
    const response = await sendCall({
      method: request.method,
      url: request.url,
      ...(contentType === null ? {} : { contentType }),
      ...(body === '' ? {} : { body }),
    });
    if ('error' in response) throw new TypeError(response.error);
    const { status } = response;
    return new Response(WITHOUT_BODY.has(status) ? null : response.body, { status, headers: { 'content-type': response.contentType } });
  };

/** The services of a remote's process: without a session. Toasts are given to `addNotice`: a request collects its own until the page is hydrated. */
export const createBridgeServices = (site: SiteConfig, fetch: ReturnType<typeof createBridgeFetch>, addNotice: (notice: Notice) => void): HostServices => {
  const collect = (kind: Notice['kind']) => (message: string) => addNotice({ kind, message });
  const notify: Notify = { success: collect('success'), error: collect('error') };
  const http = createHttpClient({ baseUrl: `${PROVIDER_ORIGIN}/api`, notify, getToken: () => null, fetch });
  const session = createSessionStorage(undefined);
  const auth = createAuthStore({ session, now: Date.now, prepareSignOut: async () => async () => undefined, fetchUser: async () => null });
  return { http, auth, notify, celebrate: () => {}, site };
};
