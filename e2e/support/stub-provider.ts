import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { findFreePort } from '@site/scripts/free-port';

/** The stub's response for one path: data, optionally delayed, or an error status. 'disconnect' closes the connection without a response. */
export type StubResponse = { readonly data: unknown; readonly delayMs?: number } | { readonly status: number; readonly message?: string } | 'disconnect';

const NOT_FOUND = { status: 404, message: 'Not found' };

/** Starts a provider whose responses are set by a test. Every change to a response increments the content revision. */
export const startStubProvider = async (responses: Readonly<Record<string, StubResponse>>) => {
  const current = new Map(Object.entries(responses));
  let revision = 1;
  const port = await findFreePort();
  const server: Server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://stub.test').pathname.replace(/^\/api/, '');
    response.setHeader('x-content-revision', String(revision));
    response.setHeader('content-type', 'application/json');
    if (path === '/revision') return void response.end('{}');
    const chosen = current.get(path) ?? NOT_FOUND;
    if (chosen === 'disconnect') return void response.destroy();
    if ('status' in chosen) {
      response.statusCode = chosen.status;
      return void response.end(JSON.stringify(chosen.message === undefined ? {} : { message: chosen.message }));
    }
    if (chosen.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, chosen.delayMs));
    response.end(JSON.stringify({ data: chosen.data }));
  });
  // Use the real provider's timeout, because closing a connection that the host is about to reuse would look like a failure.
  server.keepAliveTimeout = 72_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    respond: (path: string, response: StubResponse): void => {
      current.set(path, response);
      revision += 1;
    },
    reset: (): void => {
      current.clear();
      for (const [path, response] of Object.entries(responses)) current.set(path, response);
      revision += 1;
    },
    stop: async (): Promise<void> => {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
};
export type StubProvider = Awaited<ReturnType<typeof startStubProvider>>;
