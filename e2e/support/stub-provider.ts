import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { findFreePort } from '@site/scripts/servers';

/** How the stub answers one path: with data, with a status, late, or by cutting the line. */
export type StubAnswer = { readonly data: unknown; readonly delayMs?: number } | { readonly status: number; readonly message?: string } | 'cut';

const NOTHING = { status: 404, message: 'Not found' };

/** A provider that says what a test wants to hear. Every change counts as a change of content. */
export const startStubProvider = async (answers: Readonly<Record<string, StubAnswer>>) => {
  const known = new Map(Object.entries(answers));
  const asked: string[] = [];
  let revision = 1;
  const port = await findFreePort();
  const server: Server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://stub.test').pathname.replace(/^\/api/, '');
    response.setHeader('x-content-revision', String(revision));
    response.setHeader('content-type', 'application/json');
    if (path === '/revision') return void response.end('{}');
    asked.push(path);
    const answer = known.get(path) ?? NOTHING;
    if (answer === 'cut') return void response.destroy();
    if ('status' in answer) {
      response.statusCode = answer.status;
      return void response.end(JSON.stringify(answer.message === undefined ? {} : { message: answer.message }));
    }
    if (answer.delayMs !== undefined) await new Promise((resolve) => setTimeout(resolve, answer.delayMs));
    response.end(JSON.stringify({ data: answer.data }));
  });
  // As long as the real one: a connection that ends while the host takes it up again would look like a failure.
  server.keepAliveTimeout = 72_000;
  server.listen(port, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${port}`,
    asked: asked as readonly string[],
    answer: (path: string, answer: StubAnswer): void => {
      known.set(path, answer);
      revision += 1;
    },
    reset: (): void => {
      known.clear();
      for (const [path, answer] of Object.entries(answers)) known.set(path, answer);
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
