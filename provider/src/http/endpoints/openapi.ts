import type { FastifyInstance } from 'fastify';
import { createOpenApi } from '../openapi.ts';

/** The endpoint table for people and programs that do not read TypeScript. */
export const mountOpenApi = (app: FastifyInstance): void => {
  let document: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    document ??= JSON.stringify(createOpenApi());
    return reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' }).send(document);
  });
};
