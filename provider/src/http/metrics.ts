import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Services } from './services.ts';

const BUCKETS_SECONDS = [0.001, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** `/metrics` for Prometheus: the process, responses by route, and the content revision. Routes are labelled by pattern, so that ids create no new series. */
export const registerMetrics = (app: FastifyInstance, { revision }: Services): void => {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const seconds = new Histogram({
    name: 'http_request_seconds',
    help: 'Time from request to response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_SECONDS,
    registers: [registry],
  });
  const failures = new Counter({ name: 'http_failures_total', help: 'Responses of status 500 and above.', labelNames: ['route'], registers: [registry] });
  new Gauge({
    name: 'content_revision',
    help: 'Number of the last change of content.',
    registers: [registry],
    async collect() {
      this.set(await revision.current());
    },
  });

  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown';
    seconds.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000);
    if (reply.statusCode >= 500) failures.inc({ route });
  });
  app.get('/metrics', async (_request, reply) =>
    reply.headers({ 'content-type': registry.contentType, 'cache-control': 'no-store' }).send(await registry.metrics()),
  );
};
