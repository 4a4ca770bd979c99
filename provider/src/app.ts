import multipart from '@fastify/multipart';
import { createLogOptions } from '@site/shared/domain/log-options';
import { createClientErrorHandler, getSecurityHeaders } from '@site/shared/domain/security-headers';
import { BODY_PROGRESS, type ProgressLimit } from '@site/shared/domain/transfer-progress';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { Environment } from './env.ts';
import { mountRecovery, mountSessions } from './http/endpoints/account.ts';
import { mountAlbums } from './http/endpoints/albums.ts';
import { mountApplications } from './http/endpoints/applications.ts';
import { mountAudit } from './http/endpoints/audit.ts';
import { mountAccount, mountAuth } from './http/endpoints/auth.ts';
import { mountDashboard } from './http/endpoints/dashboard.ts';
import { mountEvents } from './http/endpoints/events.ts';
import { mountGallery } from './http/endpoints/gallery.ts';
import { mountImages } from './http/endpoints/images.ts';
import { mountOperations } from './http/endpoints/operations.ts';
import { mountPosts } from './http/endpoints/posts.ts';
import { mountPrivacy } from './http/endpoints/privacy.ts';
import { mountPrograms } from './http/endpoints/programs.ts';
import { mountAccountPolicy, mountProofs, mountSecondFactors } from './http/endpoints/second-factor.ts';
import { mountTrashList } from './http/endpoints/trash.ts';
import { mountUsers } from './http/endpoints/users.ts';
import { mountWriting } from './http/endpoints/writing.ts';
import { registerErrorHandlers, sendNotFound } from './http/errors.ts';
import { registerMetrics } from './http/metrics.ts';
import { createMount } from './http/mount-endpoint.ts';
import { FORM_LIMITS } from './http/multipart-form.ts';
import { createServices, type Services } from './http/services.ts';
import { registerSlowClients } from './http/slow-clients.ts';
import { registerScheduler } from './maintenance/scheduler.ts';
import { type FirstAccount, seedFirstStart } from './samples/seed-first-start.ts';

export interface AppOptions {
  readonly environment: Environment;
  readonly now?: () => Date;
  /** Sample content is inserted at the first start unless false. */
  readonly hasSamples?: boolean;
  /** Called with every route, as `GET /path`. */
  readonly onRoute?: (route: string) => void;
  /** Time limits for the headers and the body of a request; shorter in tests. */
  readonly timeouts?: { readonly headersMs: number; readonly body: ProgressLimit };
}

export interface App {
  readonly server: FastifyInstance;
  readonly services: Services;
  /** The staff account that this start created, else null. */
  readonly firstAccount: FirstAccount | null;
}

/** Levels at which every request is logged. */
const REQUEST_LOG_LEVELS = ['debug', 'trace'];
const TIMEOUTS = { headersMs: 6_000, body: BODY_PROGRESS };
/** An upload over a slow network takes minutes; one that does not advance is ended much earlier. */
const REQUEST_TIMEOUT_MS = 600_000;
const BODY_LIMIT_BYTES = 1024 * 1024;

/** A proxy that is not trusted may say so too: the headers that depend on it only restrict. */
const isOverTls = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https';

/** Builds the server with a migrated and seeded database; it does not listen. */
export const buildApp = async ({ environment, now = () => new Date(), hasSamples = true, timeouts = TIMEOUTS, onRoute }: AppOptions): Promise<App> => {
  const server = Fastify({
    // The route's pattern and not the URL: URLs hold invitation secrets and image keys.
    logger: { ...createLogOptions(environment.logLevel), serializers: { req: (request) => ({ method: request.method, route: request.routeOptions?.url }) } },
    logController: new LogController({ disableRequestLogging: !REQUEST_LOG_LEVELS.includes(environment.logLevel) }),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: environment.trustProxy,
    routerOptions: { maxParamLength: 300 },
    // Raised before any error handler runs.
    frameworkErrors: (_error, request, reply) => void sendNotFound(reply.headers(getSecurityHeaders(isOverTls(request)))),
    clientErrorHandler: createClientErrorHandler(getSecurityHeaders(false)),
    requestTimeout: REQUEST_TIMEOUT_MS,
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: Math.min(1_000, timeouts.headersMs) },
  });
  server.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) onRoute?.(`${name} ${url}`);
  });
  registerErrorHandlers(server);
  server.addHook('onRequest', async (request, reply) => void reply.headers(getSecurityHeaders(isOverTls(request))));
  await server.register(multipart, { limits: FORM_LIMITS });
  const services = await createServices(environment, now, server.log);
  server.addHook('onClose', async () => {
    await services.mailer?.close();
    await services.db.destroy();
  });
  registerSlowClients(server, timeouts.body);
  registerMetrics(server, services);
  const firstAccount = await seedFirstStart(services, { adminEmail: environment.adminEmail, adminPassword: environment.adminPassword, hasSamples });

  const mount = createMount(server, services);
  mountAuth(mount, services);
  mountAccount(mount, services);
  mountSessions(mount, services);
  mountRecovery(mount, services);
  mountSecondFactors(mount, services);
  mountProofs(mount, services);
  mountAccountPolicy(mount, services);
  mountUsers(mount, services);
  mountPosts(mount, services);
  mountEvents(mount, services);
  mountGallery(mount, services);
  mountAlbums(mount, services);
  mountPrograms(mount, services);
  mountApplications(mount, services);
  mountTrashList(mount, services);
  mountAudit(mount, services);
  mountPrivacy(mount, services);
  mountWriting(mount, services);
  mountDashboard(server, mount, services);
  mountImages(server, services);
  mountOperations(server, services);
  registerScheduler(server, services, environment);
  await server.ready();
  return { server, services, firstAccount };
};
