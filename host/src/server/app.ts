import { HOST_NAME } from '@site/releases/manifest';
import { createDraining, type Draining } from '@site/shared/domain/draining';
import { createRequestTraces } from '@site/shared/domain/request-traces';
import { NO_TRACING, startTracing } from '@site/shared/domain/tracing';
import type { FastifyInstance } from 'fastify';
import type { HostOptions } from './host-options.ts';
import { createHttpServer } from './http-server.ts';
import { createPageService } from './page-service.ts';
import { createPlaceGuard } from './plugins/place-guard.ts';
import { startReleaseService } from './release-service.ts';
import { createPlaces } from './remotes/places.ts';
import { registerRoutes } from './routes.ts';

export interface Host {
  readonly app: FastifyInstance;
  /** Starts draining: from now on `/ready` returns 503, and responses close their connections. */
  readonly drain: Draining['drain'];
}

/** Drops requests that a proxy will retry on another host. */
const dropWhileDraining = (app: FastifyInstance, { isForNextServer }: Draining): void => {
  app.addHook('onRequest', (request, reply, done) => {
    if (!isForNextServer(request.raw)) return done();
    reply.hijack();
    request.raw.destroy();
  });
};

/** Builds the host's server without listening. Closing the server ends the remotes' processes and the registry watcher. */
export const buildHost = async (options: HostOptions): Promise<Host> => {
  const { site, tracesUrl, trustProxy = false, hasAccessLog = false } = options;
  const onProblem = (reason: string): void => app.log.warn({ reason }, 'traces not sent');
  const tracing = tracesUrl === undefined ? NO_TRACING : await startTracing({ serviceName: HOST_NAME, endpoint: tracesUrl, onProblem });
  const traces = createRequestTraces({ trustProxy, tracing, hasAccessLog });
  const app = createHttpServer({ siteUrl: site.siteUrl, logLevel: options.logLevel, trustProxy, traces });
  app.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) options.onRoute?.(`${name} ${url}`);
  });
  // Hooks run in reverse order, so everything else has finished its traces by then.
  app.addHook('onClose', () => tracing.close());
  const places = createPlaces(site);
  if (places.areSeparate) app.addHook('onRequest', createPlaceGuard(places));
  const draining = createDraining(app.server);
  dropWhileDraining(app, draining);

  const releases = await startReleaseService(app, options, tracing);
  const pages = await createPageService(app, options, { releases, places, tracing });
  await registerRoutes(app, options, { releases, pages, places, tracing, isDraining: draining.isDraining });
  return { app, drain: draining.drain };
};
