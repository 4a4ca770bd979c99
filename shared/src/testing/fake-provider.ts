interface RecordedRequest {
  readonly method: string;
  readonly url: string;
  readonly authorization: string | null;
  readonly body: unknown;
  readonly signal: AbortSignal | null | undefined;
  readonly redirect: RequestRedirect | undefined;
}

export type Respond = (request: RecordedRequest) => Response | Promise<Response>;

export const json = (status: number, body: unknown, headers: Readonly<Record<string, string>> = {}): Response =>
  new Response(status === 204 ? null : JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });

export const fakeProvider = (respond: Respond) => {
  const requests: RecordedRequest[] = [];
  const fakeFetch: typeof fetch = async (url, init) => {
    const request = {
      method: init?.method ?? 'GET',
      url: String(url),
      authorization: new Headers(init?.headers).get('authorization'),
      body: typeof init?.body === 'string' ? JSON.parse(init.body) : init?.body,
      signal: init?.signal,
      redirect: init?.redirect,
    };
    requests.push(request);
    init?.signal?.throwIfAborted();
    return respond(request);
  };
  return { fetch: fakeFetch, requests, paths: () => requests.map(({ method, url }) => `${method} ${url}`) };
};
