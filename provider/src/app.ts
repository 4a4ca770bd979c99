import multipart from '@fastify/multipart';
import Fastify, { type FastifyInstance, LogController } from 'fastify';
import type { Environment } from './env.ts';
import { createMount } from './http/mount-endpoint.ts';
import { FORM_LIMITS } from './http/read-form.ts';
import { registerClockWork } from './plugins/clock-work.ts';
import { answerNotFound, registerErrors } from './plugins/errors.ts';
import { registerMetrics } from './plugins/metrics.ts';
import { registerSlowClients, SMALL_BODY_MS } from './plugins/slow-clients.ts';
import { mountApplications } from './routes/applications/application-routes.ts';
import { mountAccount } from './routes/auth/account-routes.ts';
import { mountAuth } from './routes/auth/auth-routes.ts';
import { mountDashboard } from './routes/dashboard/dashboard-routes.ts';
import { mountEvents } from './routes/events/event-routes.ts';
import { mountGallery } from './routes/gallery/gallery-routes.ts';
import { mountOpenApi } from './routes/operations/openapi-routes.ts';
import { mountOperations } from './routes/operations/operations-routes.ts';
import { mountPictures } from './routes/pictures/picture-routes.ts';
import { mountPosts } from './routes/posts/post-routes.ts';
import { mountPrograms } from './routes/programs/program-routes.ts';
import { mountTrashList } from './routes/trash/trash-routes.ts';
import { mountUsers } from './routes/users/user-routes.ts';
import { mountWriting } from './routes/writing/writing-routes.ts';
import { type FirstAccount, seedFirstStart } from './samples/seed-first-start.ts';
import { createServices, type Services } from './services.ts';

export interface AppOptions {
  readonly environment: Environment;
  readonly now?: () => Date;
  /** Sample content is written at the first start unless false. */
  readonly hasSamples?: boolean;
  /** How long the head and a small body of a request may take; shorter in tests. */
  readonly patience?: { readonly headersMs: number; readonly smallBodyMs: number };
}

export interface App {
  readonly server: FastifyInstance;
  readonly services: Services;
  /** The staff account that this very start has made, else null. */
  readonly firstAccount: FirstAccount | null;
}

/** At these levels every request is logged, with its id. */
const REQUEST_LOG_LEVELS = ['debug', 'trace'];
const PATIENCE = { headersMs: 6_000, smallBodyMs: SMALL_BODY_MS };
const BODY_LIMIT_BYTES = 1024 * 1024;

/** Builds the server over a migrated and seeded database; it does not listen. */
export const buildApp = async ({ environment, now = () => new Date(), hasSamples = true, patience = PATIENCE }: AppOptions): Promise<App> => {
  const server = Fastify({
    // The route's pattern and not the address: addresses hold invitation secrets and picture keys.
    logger: { level: environment.logLevel, serializers: { req: (request) => ({ method: request.method, route: request.routeOptions?.url }) } },
    logController: new LogController({ disableRequestLogging: !REQUEST_LOG_LEVELS.includes(environment.logLevel) }),
    bodyLimit: BODY_LIMIT_BYTES,
    // Only the host on this machine is believed when it says whose request it passes on.
    trustProxy: 'loopback',
    routerOptions: { maxParamLength: 300 },
    // These come before any handler of errors.
    frameworkErrors: (_error, _request, reply) => void answerNotFound(reply),
    requestTimeout: 60_000,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: patience.headersMs, connectionsCheckingInterval: Math.min(1_000, patience.headersMs) },
  });
  registerErrors(server);
  await server.register(multipart, { limits: FORM_LIMITS });
  const services = await createServices(environment, now);
  server.addHook('onClose', () => services.db.destroy());
  registerSlowClients(server, patience.smallBodyMs);
  registerMetrics(server, services);
  const firstAccount = await seedFirstStart(services, hasSamples);

  const mount = createMount(server, services);
  mountAuth(mount, services);
  mountAccount(mount, services);
  mountUsers(mount, services);
  mountPosts(mount, services);
  mountEvents(mount, services);
  mountGallery(mount, services);
  mountPrograms(mount, services);
  mountApplications(mount, services);
  mountTrashList(mount, services);
  mountWriting(mount, services);
  mountDashboard(server, mount, services);
  mountPictures(server, services);
  mountOperations(server, services);
  mountOpenApi(server);
  registerClockWork(server, services);
  await server.ready();
  return { server, services, firstAccount };
};
