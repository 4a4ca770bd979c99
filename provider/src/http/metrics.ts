import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { findLastBackup } from '../database/backup-queries.ts';
import type { PoolSize, Statement } from '../database/connection.ts';
import { STORES } from '../storage/storage-health.ts';
import type { Services } from './services.ts';

/** A database that does not respond within this time is reported as down. The time is shorter than Prometheus's own timeout. */
const DATABASE_LIMIT_MS = 2_000;
const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** The provider's metrics for Prometheus. Routes are labelled by pattern, so that ids do not create new series. */
export const createMetrics = (now: () => number = Date.now) => {
  const registry = new Registry();
  const registers = [registry];
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const failures = new Counter({ name: 'http_failures_total', help: 'Responses of status 500 and above.', labelNames: ['route'], registers });
  const statements = new Histogram({
    name: 'provider_database_seconds',
    help: 'Time of SQL statements, without the wait for a connection.',
    labelNames: ['operation'],
    buckets: BUCKETS_SECONDS,
    registers,
  });
  const failedStatements = new Counter({ name: 'provider_database_errors_total', help: 'SQL statements that failed.', labelNames: ['operation'], registers });

  const contentRevision = new Gauge({ name: 'content_revision', help: 'Number of the last change of content.', registers });
  const backupAge = new Gauge({ name: 'backup_age_seconds', help: 'Time since the last successful backup; +Inf if there is none.', registers });
  const databaseUp = new Gauge({ name: 'provider_database_up', help: '1 if the database responds.', registers });

  /** Reads the metrics that come from the database. If the database is down, the revision metric keeps its last value. */
  const readDatabase = async ({ db, revision, now: getDate }: Services): Promise<void> => {
    const read = async (): Promise<number> => {
      contentRevision.set((await revision.state()).number);
      const backup = await findLastBackup(db);
      backupAge.set(backup === null ? Number.POSITIVE_INFINITY : (getDate().getTime() - backup.getTime()) / 1000);
      return 1;
    };
    databaseUp.set(await Promise.race([read().catch(() => 0), wait(DATABASE_LIMIT_MS, 0, { ref: false })]));
  };

  const addGauge = (name: string, help: string, labelNames: readonly string[], read: (gauge: Gauge) => void): void => {
    new Gauge({
      name,
      help,
      labelNames: [...labelNames],
      registers,
      collect() {
        read(this);
      },
    });
  };
  const setStates = (gauge: Gauge, states: Readonly<Record<string, number>>): void => {
    for (const [state, count] of Object.entries(states)) gauge.set({ state }, count);
  };

  const registerServices = ({ databaseClock, imageServer, lifecycle, storageHealth }: Services): void => {
    addGauge('database_clock_offset_seconds', "How far the database's clock is ahead of this machine's.", [], (gauge) =>
      gauge.set(databaseClock.getOffsetMs() / 1000),
    );
    addGauge('storage_failing', '1 for a store whose last write or read failed.', ['store'], (gauge) => {
      const problems = storageHealth.problems();
      for (const store of STORES) gauge.set({ store }, problems[store] === undefined ? 0 : 1);
    });
    addGauge('provider_image_renderings', 'Images that are rendered, and that wait for it.', ['state'], (gauge) => setStates(gauge, imageServer.getLoad()));
    const startedAt = now();
    addGauge('provider_scheduler_age_seconds', 'Time since the last complete run of the scheduler.', [], (gauge) =>
      gauge.set((now() - (lifecycle.scheduledAt ?? startedAt)) / 1000),
    );
  };

  return {
    onStatement: ({ operation, durationMs, isError }: Statement): void => {
      statements.observe({ operation }, durationMs / 1000);
      if (isError) failedStatements.inc({ operation });
    },
    onPoolCreated: (getSize: () => PoolSize): void => {
      addGauge('provider_database_connections', 'Connections to PostgreSQL, and requests that wait for one.', ['state'], (gauge) => {
        const { total, idle, waiting } = getSize();
        setStates(gauge, { used: total - idle, idle, waiting });
      });
    },
    register: (app: FastifyInstance, services: Services): void => {
      registerServices(services);
      app.addHook('onResponse', async (request, reply) => {
        const route = request.routeOptions.url ?? 'unknown';
        seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
        if (reply.statusCode >= 500) failures.inc({ route });
      });
      app.get('/metrics', async (_request, reply) => {
        await readDatabase(services);
        return reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' }).send(await registry.metrics());
      });
    },
  };
};
