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

/** Asks the host to call the provider or the form service on behalf of a request. Never rejects. */
export type SendCall = (call: OutgoingCall) => Promise<CallResponse>;

const BODILESS_STATUSES: ReadonlySet<number> = new Set([204, 205, 304]);

/** `fetch` for a process without network access: the host performs the call if it is allowed. As in a page, the URL may be just a path. */
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
    return new Response(BODILESS_STATUSES.has(status) ? null : response.body, { status, headers: { 'content-type': response.contentType } });
  };

/** Host services for a remote's process, which has no session. `addNotice` collects the toasts of a request; the browser shows them after hydration. */
export const createBridgeServices = (site: SiteConfig, fetch: ReturnType<typeof createBridgeFetch>, addNotice: (notice: Notice) => void): HostServices => {
  const collect = (kind: Notice['kind']) => (message: string) => addNotice({ kind, message });
  const notify: Notify = { success: collect('success'), error: collect('error') };
  const http = createHttpClient({ baseUrl: `${PROVIDER_ORIGIN}/api`, notify, getToken: () => null, fetch });
  const session = createSessionStorage(undefined);
  const auth = createAuthStore({ session, now: Date.now, prepareSignOut: async () => async () => undefined, fetchUser: async () => null });
  return { http, auth, notify, celebrate: () => {}, site };
};
