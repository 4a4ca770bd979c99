import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { createOpenApi } from '../openapi.ts';
import type { Services } from '../services.ts';

/** For load balancers and the host: liveness, readiness and the content revision. */
export const mountOperations = (app: FastifyInstance, { db, revision, lifecycle }: Services): void => {
  app.get('/health', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok' }));

  app.get('/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (lifecycle.isClosing) return reply.code(503).send({ status: 'closing' });
    try {
      await sql`select 1`.execute(db);
      return await reply.send({ status: 'ready' });
    } catch {
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });

  app.get('/api/revision', async (_request, reply) => {
    const number = await revision.current();
    return reply
      .code(204)
      .headers({ 'cache-control': 'no-store', 'x-content-revision': String(number) })
      .send();
  });

  // The endpoint table, for people and programs that do not read TypeScript.
  let openApi: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    openApi ??= JSON.stringify(createOpenApi());
    return reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' }).send(openApi);
  });
};
