import { randomBytes } from 'node:crypto';
import { PRODUCT_VERSION } from '@site/shared/domain/product-version';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { OFFSET_LIMIT_MS } from '../../database/database-clock.ts';
import { isUnwritable } from '../../database/engine-errors.ts';
import { acquireLease, releaseLease } from '../../database/leases.ts';
import { toRevisionHeaders } from '../mount-endpoint.ts';
import { createOpenApi } from '../openapi.ts';
import type { Services } from '../services.ts';

/**
 * Size of the test write. It exceeds a typical write, because small writes may still succeed on an almost full disk. The bytes are random, because PostgreSQL
 * would compress repetitive ones.
 */
const PROBE_BYTES = 128 * 1024;

export const mountOperations = (app: FastifyInstance, { db, revision, storageHealth, databaseClock }: Services, isDraining: () => boolean): void => {
  app.get('/health', async (_request, reply) => reply.header('cache-control', 'no-store').send({ status: 'ok', version: PRODUCT_VERSION }));

  app.addHook('onError', async (_request, _reply, error) => {
    if (isUnwritable(error)) storageHealth.fail('database', error);
  });
  /** Tests the database after a failed write, because otherwise its recovery might go unnoticed until the next write. */
  const probeDatabase = async (): Promise<void> => {
    if (storageHealth.problems().database === undefined) return;
    try {
      const lease = { name: 'probe', value: randomBytes(PROBE_BYTES / 2).toString('hex') };
      await acquireLease(db, lease, 0);
      await releaseLease(db, lease);
      storageHealth.succeed('database');
    } catch (reason) {
      storageHealth.fail('database', reason);
    }
  };

  app.get('/ready', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
    if (isDraining()) return reply.code(503).send({ status: 'closing' });
    try {
      await sql`select 1`.execute(db);
      await probeDatabase();
      const storage = storageHealth.problems();
      const offsetMs = databaseClock.getOffsetMs();
      const problem = storage.database === undefined ? undefined : 'database cannot be written';
      return await reply.code(problem === undefined ? 200 : 503).send({
        status: problem ?? 'ready',
        ...(Object.keys(storage).length === 0 ? {} : { storage }),
        ...(Math.abs(offsetMs) > OFFSET_LIMIT_MS ? { clockOffsetSeconds: offsetMs / 1000 } : {}),
      });
    } catch {
      return reply.code(503).send({ status: 'database unreachable' });
    }
  });

  app.get('/api/revision', async (_request, reply) => {
    const headers = toRevisionHeaders(await revision.state());
    return reply
      .code(204)
      .headers({ 'cache-control': 'no-store', ...headers })
      .send();
  });

  // Serve the endpoint table as an OpenAPI document for external developers and tools.
  let openApi: string | undefined;
  app.get('/api/openapi.json', async (_request, reply) => {
    openApi ??= JSON.stringify(createOpenApi());
    return reply.headers({ 'content-type': 'application/json; charset=utf-8', 'cache-control': 'public, max-age=300' }).send(openApi);
  });
};
