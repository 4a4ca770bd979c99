import multipart from '@fastify/multipart';
import { createDraining, type Draining } from '@site/shared/domain/draining';
import { createLogOptions } from '@site/shared/domain/log-options';
import { refusePipelining } from '@site/shared/domain/pipelining';
import { createRequestTraces, REQUEST_ID_FIELD } from '@site/shared/domain/request-traces';
import { createClientErrorHandler, getSecurityHeaders } from '@site/shared/domain/security-headers';
import { NO_TRACING, startTracing } from '@site/shared/domain/tracing';
import { BODY_PROGRESS, closeIfSlow, discardRemainingBody, type ProgressLimit } from '@site/shared/domain/transfer-progress';
import Fastify, { type FastifyInstance, type FastifyRequest, LogController } from 'fastify';
import type { StoredKinds } from './http/content-endpoints.ts';
import { mountAddresses } from './http/endpoints/addresses.ts';
import { mountApplicationManagement, mountApplications } from './http/endpoints/applications.ts';
import { mountAudit } from './http/endpoints/audit.ts';
import { mountAccount, mountAuth, mountRecovery, mountSessions } from './http/endpoints/auth.ts';
import { mountCopies } from './http/endpoints/copies.ts';
import { mountDashboard } from './http/endpoints/dashboard.ts';
import { mountEventSeries } from './http/endpoints/event-series.ts';
import { mountEvents } from './http/endpoints/events.ts';
import { mountAlbums, mountGallery } from './http/endpoints/gallery.ts';
import { mountImages, mountShareCards } from './http/endpoints/images.ts';
import { mountLinks } from './http/endpoints/links.ts';
import { mountMedia } from './http/endpoints/media.ts';
import { mountOperations } from './http/endpoints/operations.ts';
import { mountPosts } from './http/endpoints/posts.ts';
import { mountPresence } from './http/endpoints/presence.ts';
import { mountPrivacy } from './http/endpoints/privacy.ts';
import { mountPrograms } from './http/endpoints/programs.ts';
import { mountReviews } from './http/endpoints/reviews.ts';
import { mountSearch } from './http/endpoints/search.ts';
import { mountAccountPolicy, mountProofs, mountSecondFactors } from './http/endpoints/second-factor.ts';
import { mountTransfer } from './http/endpoints/transfer.ts';
import { mountTrashList } from './http/endpoints/trash.ts';
import { mountUsers } from './http/endpoints/users.ts';
import { mountVersions } from './http/endpoints/versions.ts';
import { mountWriting } from './http/endpoints/writing.ts';
import { registerErrorHandlers, sendUnreadableRequest } from './http/errors.ts';
import { registerMethods } from './http/http-methods.ts';
import { createMetrics } from './http/metrics.ts';
import { createMount } from './http/mount-endpoint.ts';
import { FORM_LIMITS } from './http/multipart-form.ts';
import { type Clocks, createServices, type Services } from './http/services.ts';
import { createStatementTraces } from './http/statement-traces.ts';
import { registerScheduler } from './maintenance/scheduler.ts';
import { type FirstAccount, seedFirstStart } from './samples/seed-first-start.ts';
import type { Samples } from './samples/seed-samples.ts';
import type { Environment } from './settings/env.ts';

export interface AppOptions {
  readonly environment: Environment;
  readonly clocks?: Clocks;
  readonly samples?: Samples | 'none';
  readonly onRoute?: (route: string) => void;
  /** Time limits for receiving the headers and the body of a request. Tests use shorter ones. */
  readonly timeouts?: { readonly headersMs: number; readonly body: ProgressLimit };
}

export interface App {
  readonly server: FastifyInstance;
  readonly services: Services;
  readonly firstAccount: FirstAccount | null;
  /** Starts draining: `/ready` responds with 503, but all other requests are still served. */
  readonly drain: Draining['drain'];
}

const REQUEST_LOG_LEVELS = ['debug', 'trace'];
const TIMEOUTS = { headersMs: 6_000, body: BODY_PROGRESS };
/** Long, because an upload over a slow network takes minutes and an import of 64 GB takes hours. Stalled requests are closed much earlier. */
const REQUEST_TIMEOUT_MS = 600_000;
const MIN_IMPORT_BYTES_PER_MS = 125;
const BODY_LIMIT_BYTES = 1024 * 1024;

/** An untrusted proxy can also set this header, but that would only add restrictions to the response headers. */
const isOverTls = ({ headers }: FastifyRequest): boolean => headers['x-forwarded-proto'] === 'https';

const CONNECTION_LIMIT = 4_000;

/** Closes connections that send their body very slowly or keep sending after the response. Node's `headersTimeout` handles slow headers. */
const registerSlowClientLimits = (app: FastifyInstance, limit: ProgressLimit): void => {
  app.server.maxConnections = CONNECTION_LIMIT;
  app.addHook('onRequest', async ({ raw }) => closeIfSlow(raw, limit));
  app.addHook('onResponse', async ({ raw }) => discardRemainingBody(raw));
};

/** Parses JSON, the only body type besides forms. Ignores an empty body, because some clients send a content type without one. */
const registerJsonParser = (app: FastifyInstance): void => {
  const parse = app.getDefaultJsonParser('error', 'error');
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (request, body: string, done) => (body === '' ? done(null) : parse(request, body, done)));
};

/** Builds the server with a migrated and seeded database. The server does not listen yet. */
export const buildApp = async ({ environment, clocks = {}, samples = environment.samples, timeouts = TIMEOUTS, onRoute }: AppOptions): Promise<App> => {
  const { trustProxy, hasAccessLog, tracesUrl } = environment;
  const onProblem = (reason: string): void => server.log.warn({ reason }, 'traces not sent');
  const tracing = tracesUrl === undefined ? NO_TRACING : await startTracing({ serviceName: 'provider', endpoint: tracesUrl, onProblem });
  const traces = createRequestTraces({ trustProxy, tracing, hasAccessLog });
  const server = Fastify({
    // Log the route's pattern instead of the URL, because URLs may contain invitation secrets and image keys.
    logger: { ...createLogOptions(environment.logLevel), serializers: { req: (request) => ({ method: request.method, route: request.routeOptions?.url }) } },
    logController: new LogController({
      disableRequestLogging: !REQUEST_LOG_LEVELS.includes(environment.logLevel),
      requestIdLogLabel: REQUEST_ID_FIELD,
    }),
    ...traces.options,
    bodyLimit: BODY_LIMIT_BYTES,
    // While the server is closing, keep serving requests that arrive on open connections.
    return503OnClosing: false,
    trustProxy,
    routerOptions: { maxParamLength: 300 },
    // These errors occur before any hook or error handler can run.
    frameworkErrors: (error, request, reply) => {
      sendUnreadableRequest(error, reply.headers(getSecurityHeaders(isOverTls(request))).header('x-request-id', request.id));
      discardRemainingBody(request.raw);
    },
    clientErrorHandler: createClientErrorHandler(getSecurityHeaders(false)),
    requestTimeout: Math.max(REQUEST_TIMEOUT_MS, Math.ceil(environment.importBytes / MIN_IMPORT_BYTES_PER_MS)),
    connectionTimeout: 0,
    keepAliveTimeout: 72_000,
    http: { headersTimeout: timeouts.headersMs, connectionsCheckingInterval: Math.min(1_000, timeouts.headersMs) },
  });
  server.addHook('onRoute', ({ method, url }) => {
    for (const name of [method].flat()) onRoute?.(`${name} ${url}`);
  });
  refusePipelining(server);
  traces.register(server);
  const metrics = createMetrics();
  const statementTraces = tracing === NO_TRACING ? undefined : createStatementTraces(tracing);
  statementTraces?.register(server);
  const { isDraining, isForNextServer, drain } = createDraining(server.server);
  server.addHook('onRequest', (request, reply, done) => {
    if (!isForNextServer(request.raw)) return done();
    reply.hijack();
    request.raw.destroy();
  });
  registerErrorHandlers(server);
  server.addHook('onRequest', async (request, reply) => void reply.headers(getSecurityHeaders(isOverTls(request))));
  registerMethods(server);
  registerJsonParser(server);
  await server.register(multipart, { limits: FORM_LIMITS });
  const services = await createServices(environment, clocks, server.log, {
    onStatement: (statement) => {
      metrics.onStatement(statement);
      statementTraces?.observer.onStatement(statement);
    },
    onPoolCreated: metrics.onPoolCreated,
    ...(statementTraces === undefined ? {} : { getComment: statementTraces.observer.getComment }),
  });
  // Clients compare their token's expiry time with this header.
  server.addHook('onRequest', async (_request, reply) => void reply.header('date', services.now().toUTCString()));
  server.addHook('onClose', async () => {
    await services.mailer?.close();
    // If the database is unavailable, the provider's lease will expire on its own.
    await services.registration.release().catch(() => undefined);
    await services.db.destroy();
    await tracing.close();
  });
  registerSlowClientLimits(server, timeouts.body);
  metrics.register(server, services);
  const firstAccount = await seedFirstStart(services, { adminEmail: environment.adminEmail, adminPassword: environment.adminPassword, samples });

  const mount = createMount(server, services);
  const kinds: StoredKinds = {
    image: mountGallery(mount, services),
    post: mountPosts(mount, services),
    event: mountEvents(mount, services),
    program: mountPrograms(mount, services),
  };
  mountAuth(mount, services);
  mountAccount(mount, services);
  mountSessions(mount, services);
  mountRecovery(mount, services);
  mountSecondFactors(mount, services);
  mountProofs(mount, services);
  mountAccountPolicy(mount, services);
  mountUsers(mount, services);
  mountAddresses(mount, services);
  mountSearch(mount, services);
  mountMedia(mount, services);
  mountAlbums(mount, services);
  mountApplications(mount, services);
  mountApplicationManagement(mount, services);
  mountTrashList(mount, services);
  mountLinks(mount, services);
  mountCopies(mount, services);
  mountEventSeries(mount, services);
  mountAudit(mount, services);
  mountPrivacy(mount, services);
  mountPresence(mount, services);
  mountWriting(mount, services);
  mountTransfer(server, mount, services, kinds, environment);
  mountVersions(mount, services, kinds);
  mountReviews(mount, services, kinds);
  mountDashboard(server, mount, services);
  mountImages(server, services);
  mountShareCards(server, services, kinds);
  mountOperations(server, services, isDraining);
  registerScheduler(server, services, environment);
  await server.ready();
  return { server, services, firstAccount, drain };
};
