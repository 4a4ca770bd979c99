import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { ReleaseApiError, toErrorResponse } from '@site/releases/api-error';
import { RELEASE_API_PREFIX, RELEASE_CALL_LIMIT_MS, UPLOAD_LIMITS } from '@site/releases/api-schemas';
import type { CallLog, ReleaseCall } from '@site/releases/call-log';
import { versionName } from '@site/releases/manifest';
import type { ApiCaller, ReleaseApi } from '@site/releases/release-api';
import type { ReleaseHistory } from '@site/releases/release-history';
import type { ReleaseToken } from '@site/releases/release-tokens';
import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyInstance, FastifyPluginAsync, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { RELEASE_ENDPOINTS, type ReleaseEndpoint } from './release-endpoints.ts';
import { createDisconnectSignal } from './visit.ts';

interface ReleaseApiRoutesOptions {
  readonly api: ReleaseApi;
  readonly history: Pick<ReleaseHistory, 'list'>;
  readonly callLog: Pick<CallLog, 'finish' | 'fail'>;
}

/** Limit per address, and per token. */
const CALLS_PER_MINUTE = 300;
/** Limit per token for changes to the active versions: each creates a generation of the registry, which every host reads, and may change everyone's pages. */
const CHANGES_PER_10_MINUTES = 60;
/** Limit per token: each upload can take 25 MB of a disk that all remotes share. */
const UPLOADS_PER_HOUR = 100;
/** Calls without a valid token: the limit per address, and how many are recorded in total, so that they neither fill the disk nor hide other entries. */
const FAILED_TOKENS_PER_MINUTE = 10;
const RECORDED_FAILURES_PER_HOUR = 100;
const ADDRESSES_IN_MEMORY = 5000;
const JSON_LIMIT_BYTES = 8 * 1024;
/** Idle time of a connection, a little longer than clients wait for a response. Node resets the limit for the next request. */
const IDLE_LIMIT_MS = RELEASE_CALL_LIMIT_MS + 10_000;

const byAddress = ({ ip }: FastifyRequest): string => getAddressKey(ip);

/** Parameters of the URL. */
const paramsSchema = v.object({ remote: v.optional(v.string()), version: v.optional(v.string()) });

const toError = (error: unknown): unknown => {
  const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return error instanceof Error && !(error instanceof ReleaseApiError) && status < 500 ? new ReleaseApiError(status, error.message) : error;
};

/** The calls in progress: their entries in the history, and their callers once a token has authorized them. */
interface Calls {
  readonly entries: WeakMap<FastifyRequest, ReleaseCall>;
  readonly callers: WeakMap<FastifyRequest, ApiCaller>;
}

const createLimits = (app: FastifyInstance, { entries }: Calls) => {
  const byActor = (request: FastifyRequest): string => entries.get(request)?.actor ?? '';
  return {
    calls: app.createRateLimit({ max: CALLS_PER_MINUTE, keyGenerator: byAddress }),
    callsOfToken: app.createRateLimit({ max: CALLS_PER_MINUTE, keyGenerator: byActor }),
    changes: app.createRateLimit({ max: CHANGES_PER_10_MINUTES, timeWindow: '10 minutes', keyGenerator: byActor }),
    uploads: app.createRateLimit({ max: UPLOADS_PER_HOUR, timeWindow: '1 hour', keyGenerator: byActor }),
    failedTokens: app.createRateLimit({ max: FAILED_TOKENS_PER_MINUTE, keyGenerator: byAddress }),
    recordedFailures: app.createRateLimit({ max: RECORDED_FAILURES_PER_HOUR, timeWindow: '1 hour', keyGenerator: () => 'everyone' }),
  };
};
type Limits = ReturnType<typeof createLimits>;

const isExceeded = async (request: FastifyRequest, check: Limits['calls']): Promise<boolean> => {
  const result = await check(request);
  return !result.isAllowed && result.isExceeded;
};

const limit = async (request: FastifyRequest, check: Limits['calls']): Promise<void> => {
  if (await isExceeded(request, check)) throw new ReleaseApiError(429, 'Too many calls. Try again later.', { isRecorded: false });
};

const addParsers = async (app: FastifyInstance): Promise<void> => {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: JSON_LIMIT_BYTES }, (_request, body, done) => done(null, body));
  await app.register(multipart, {
    limits: {
      fieldNameSize: 250,
      fieldSize: UPLOAD_LIMITS.descriptionBytes,
      fields: 1,
      files: UPLOAD_LIMITS.files,
      // One byte more than allowed, so that a file above the limit differs from one at the limit.
      fileSize: UPLOAD_LIMITS.fileBytes + 1,
    },
  });
};

interface RouteContext extends ReleaseApiRoutesOptions {
  readonly calls: Calls;
  readonly limits: Limits;
}

const authenticate = async ({ api, calls, limits }: RouteContext, request: FastifyRequest): Promise<ReleaseToken> => {
  try {
    return await api.authenticate(request.headers.authorization);
  } catch (error) {
    // The store does not respond, which is not the caller's fault.
    if (error instanceof ReleaseApiError && !error.isRecorded) throw error;
    await limit(request, limits.failedTokens);
    if (await isExceeded(request, limits.recordedFailures)) calls.entries.delete(request);
    throw error;
  }
};

/** Throws unless the caller may make this call. */
const authorize = async (context: RouteContext, { action, scope }: ReleaseEndpoint, request: FastifyRequest, reply: FastifyReply): Promise<void> => {
  const { api, calls, limits } = context;
  await limit(request, limits.calls);
  const { remote, version } = v.parse(paramsSchema, request.params);
  const entry = { action, remote, version };
  calls.entries.set(request, { ...entry, actor: 'unknown', address: request.ip });
  const token = await authenticate(context, request);
  calls.entries.set(request, { ...entry, actor: token.name });
  await limit(request, limits.callsOfToken);
  const caller = { token, remote: remote ?? token.remote, signal: createDisconnectSignal(reply) };
  await api.authorize(token, caller.remote, scope);
  if (scope === 'activate') await limit(request, limits.changes);
  if (version !== undefined && !v.is(versionName, version)) throw new ReleaseApiError(400, 'The address names no version.');
  calls.callers.set(request, caller);
};

const handleCall = async ({ api, history, callLog, calls, limits }: RouteContext, endpoint: ReleaseEndpoint, request: FastifyRequest): Promise<unknown> => {
  const { entries, callers } = calls;
  const caller = callers.get(request);
  if (caller === undefined) throw new Error('The call has not been authorized.');
  const result = await endpoint.handle({
    api,
    history,
    caller,
    request,
    version: entries.get(request)?.version ?? '',
    note: (details) => {
      const entry = entries.get(request);
      if (entry !== undefined) entries.set(request, { ...entry, ...details });
    },
    limitUploads: () => limit(request, limits.uploads),
  });
  const entry = entries.get(request);
  if (endpoint.method !== 'GET' && entry !== undefined) await callLog.finish(entry, 'done');
  return result;
};

const sendError = async ({ callLog, calls }: RouteContext, thrown: unknown, request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
  const error = toError(thrown);
  const entry = calls.entries.get(request);
  if (entry !== undefined && (!(error instanceof ReleaseApiError) || error.isRecorded)) await callLog.fail(entry, error);
  // Read and drop the rest of an upload, so that the client gets the response.
  request.raw.unpipe();
  request.raw.resume();
  const { status, body } = toErrorResponse(error);
  if (status === 401) reply.header('www-authenticate', 'Bearer');
  if (status === 429) reply.header('retry-after', '60');
  return reply.code(status).header('cache-control', 'no-store').send(body);
};

/**
 * The release API (docs/contracts/release-api.md). Authenticates each call before its body is read, and records every change and every rejection. Only the
 * bearer token counts: a browser's cookies and origin grant no rights.
 */
export const releaseApiRoutes: FastifyPluginAsync<ReleaseApiRoutesOptions> = async (app, { api, history, callLog }) => {
  await app.register(rateLimit, { global: false, timeWindow: '1 minute', cache: ADDRESSES_IN_MEMORY });
  await addParsers(app);
  const calls: Calls = { entries: new WeakMap(), callers: new WeakMap() };
  const context: RouteContext = { api, history, callLog, calls, limits: createLimits(app, calls) };
  app.setErrorHandler((error, request, reply) => sendError(context, error, request, reply));
  for (const endpoint of RELEASE_ENDPOINTS) {
    app.route({
      method: endpoint.method,
      url: `${RELEASE_API_PREFIX}${endpoint.url}`,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        reply.raw.setTimeout(IDLE_LIMIT_MS, () => reply.raw.destroy());
        await authorize(context, endpoint, request, reply);
      },
      handler: (request) => handleCall(context, endpoint, request),
    });
  }
};
