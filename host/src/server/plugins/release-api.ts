import type { Readable } from 'node:stream';
import multipart from '@fastify/multipart';
import rateLimit from '@fastify/rate-limit';
import { ReleaseApiError, toErrorResponse } from '@site/releases/api-error';
import {
  type Activated,
  activationSchema,
  canaryEndSchema,
  canaryRequestSchema,
  freezeSchema,
  previewIdSchema,
  previewRequestSchema,
  RELEASE_API_PREFIX,
  RELEASE_CALL_LIMIT_MS,
  rollbackSchema,
  UPLOAD_LIMITS,
  unfreezeSchema,
} from '@site/releases/api-schemas';
import type { CallLog, ReleaseCall } from '@site/releases/call-log';
import { versionName } from '@site/releases/manifest';
import { parseBody, type UploadPart } from '@site/releases/receive-upload';
import type { ApiCaller, ReleaseApi } from '@site/releases/release-api';
import type { HistoryAction, ReleaseHistory } from '@site/releases/release-history';
import type { ReleaseToken, TokenScope } from '@site/releases/release-tokens';
import { getAddressKey } from '@site/shared/domain/client-address';
import type { FastifyPluginAsync, FastifyReply, FastifyRequest, HTTPMethods } from 'fastify';
import * as v from 'valibot';

interface ReleaseApiRoutesOptions {
  readonly api: ReleaseApi;
  readonly history: Pick<ReleaseHistory, 'list'>;
  readonly callLog: Pick<CallLog, 'finish' | 'fail'>;
}

interface Endpoint {
  readonly method: HTTPMethods;
  readonly url: string;
  readonly action: HistoryAction;
  /** What the token must allow; any token of the remote may read. */
  readonly scope?: TokenScope;
  /** Calls that only read are part of the history when they are rejected. */
  readonly isRecorded: boolean;
}

/** Of one address, and of one token. */
const CALLS_PER_MINUTE = 300;
/** Changes of what is active, of one token: each is a generation of the registry, which every host reads, and may be a set of its own for everybody's pages. */
const CHANGES_PER_10_MINUTES = 60;
/** Of one token: each can be 25 MB on a disk that all remotes share. */
const UPLOADS_PER_HOUR = 100;
/** Calls without a valid token: of one address, and how many of all of them are recorded, which must neither fill the disk nor hide the other entries. */
const FAILED_TOKENS_PER_MINUTE = 10;
const RECORDED_FAILURES_PER_HOUR = 100;
const ADDRESSES_IN_MEMORY = 5000;
const JSON_LIMIT_BYTES = 8 * 1024;
/** Boundaries and headers of an upload's parts. */
const MULTIPART_OVERHEAD_BYTES = 1024 * 1024;
/** Of a connection without a byte: a little longer than a client waits, so that no answer is lost that it waits for. Node sets the usual limit again for the next request. */
const IDLE_LIMIT_MS = RELEASE_CALL_LIMIT_MS + 10_000;
const HISTORY_DEFAULT = 50;
const HISTORY_LIMIT = 500;

/** Aborted when the client leaves before its answer. */
const toLeaving = ({ raw }: FastifyReply): AbortSignal => {
  const leaving = new AbortController();
  raw.once('close', () => {
    if (!raw.writableFinished) leaving.abort();
  });
  return leaving.signal;
};

const byAddress = ({ ip }: FastifyRequest): string => getAddressKey(ip);

/** Parts of the address. */
const paramsSchema = v.object({ remote: v.optional(v.string()), version: v.optional(v.string()) });

async function* readParts(request: FastifyRequest): AsyncGenerator<UploadPart> {
  // The parser notices the end of a connection only after it has begun.
  if (request.raw.destroyed) throw new ReleaseApiError(400, 'The upload is incomplete.');
  for await (const part of request.parts()) {
    const content: Readable | undefined = part.type === 'file' ? part.file : undefined;
    yield content === undefined ? { name: part.fieldname, text: part.type === 'field' ? String(part.value) : '' } : { name: part.fieldname, content };
  }
}

const toError = (error: unknown): unknown => {
  const status = error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number' ? error.statusCode : 500;
  return error instanceof Error && !(error instanceof ReleaseApiError) && status < 500 ? new ReleaseApiError(status, error.message) : error;
};

/**
 * The release API (docs/contracts/release-api.md). A call is authenticated before its body is read; every change and every rejection is recorded. Only the bearer
 * token counts: a browser's cookies and origin give no rights.
 */
export const releaseApiRoutes: FastifyPluginAsync<ReleaseApiRoutesOptions> = async (app, { api, history, callLog }) => {
  await app.register(rateLimit, { global: false, timeWindow: '1 minute', cache: ADDRESSES_IN_MEMORY });
  const callLimit = app.createRateLimit({ max: CALLS_PER_MINUTE, keyGenerator: byAddress });
  const tokenLimit = app.createRateLimit({ max: CALLS_PER_MINUTE, keyGenerator: (request) => calls.get(request)?.actor ?? '' });
  const changeLimit = app.createRateLimit({
    max: CHANGES_PER_10_MINUTES,
    timeWindow: '10 minutes',
    keyGenerator: (request) => calls.get(request)?.actor ?? '',
  });
  const uploadLimit = app.createRateLimit({ max: UPLOADS_PER_HOUR, timeWindow: '1 hour', keyGenerator: (request) => calls.get(request)?.actor ?? '' });
  const failureLimit = app.createRateLimit({ max: FAILED_TOKENS_PER_MINUTE, keyGenerator: byAddress });
  const recordLimit = app.createRateLimit({ max: RECORDED_FAILURES_PER_HOUR, timeWindow: '1 hour', keyGenerator: () => 'everyone' });
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'string', bodyLimit: JSON_LIMIT_BYTES }, (_request, body, done) => done(null, body));
  await app.register(multipart, {
    limits: {
      fieldNameSize: 250,
      fieldSize: UPLOAD_LIMITS.descriptionBytes,
      fields: 1,
      files: UPLOAD_LIMITS.files,
      // One more than accepted, so that a file above the limit differs from one at the limit.
      fileSize: UPLOAD_LIMITS.fileBytes + 1,
    },
  });

  const calls = new WeakMap<FastifyRequest, ReleaseCall>();
  const callers = new WeakMap<FastifyRequest, ApiCaller>();
  /** Adds what is known by now to the call's entry in the history. */
  const note = (request: FastifyRequest, details: Partial<ReleaseCall>): void => {
    const call = calls.get(request);
    if (call !== undefined) calls.set(request, { ...call, ...details });
  };

  const isExceeded = async (request: FastifyRequest, check: typeof callLimit): Promise<boolean> => {
    const result = await check(request);
    return !result.isAllowed && result.isExceeded;
  };
  const limit = async (request: FastifyRequest, check: typeof callLimit): Promise<void> => {
    if (await isExceeded(request, check)) throw new ReleaseApiError(429, 'Too many calls. Try again later.', { isRecorded: false });
  };

  const authenticate = async (request: FastifyRequest): Promise<ReleaseToken> => {
    try {
      return await api.authenticate(request.headers.authorization);
    } catch (error) {
      // Says nothing about the caller: the store does not respond.
      if (error instanceof ReleaseApiError && !error.isRecorded) throw error;
      await limit(request, failureLimit);
      if (await isExceeded(request, recordLimit)) calls.delete(request);
      throw error;
    }
  };

  app.setErrorHandler(async (thrown, request, reply) => {
    const error = toError(thrown);
    const call = calls.get(request);
    if (call !== undefined && (!(error instanceof ReleaseApiError) || error.isRecorded)) await callLog.fail(call, error);
    // The rest of an upload is read and dropped, so that the client gets the response.
    request.raw.unpipe();
    request.raw.resume();
    const { status, body } = toErrorResponse(error);
    if (status === 401) reply.header('www-authenticate', 'Bearer');
    if (status === 429) reply.header('retry-after', '60');
    return reply.code(status).header('cache-control', 'no-store').send(body);
  });

  const noteResult = (request: FastifyRequest, result: Activated): Activated => {
    const { version, left, refused } = result;
    const details = [...(left === undefined ? [] : [`left ${left}`]), ...(refused === undefined ? [] : [`not served: ${refused}`])];
    note(request, { version, ...(details.length === 0 ? {} : { detail: details.join('; ') }) });
    return result;
  };

  const define = (
    { method, url, action, scope, isRecorded }: Endpoint,
    handle: (caller: ApiCaller, request: FastifyRequest, version: string) => Promise<unknown>,
  ): void => {
    app.route({
      method,
      url: `${RELEASE_API_PREFIX}${url}`,
      exposeHeadRoute: false,
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store');
        reply.raw.setTimeout(IDLE_LIMIT_MS, () => reply.raw.destroy());
        await limit(request, callLimit);
        const { remote, version } = v.parse(paramsSchema, request.params);
        const call = { action, remote, version };
        calls.set(request, { ...call, actor: 'unknown', address: request.ip });
        const token = await authenticate(request);
        calls.set(request, { ...call, actor: token.name });
        await limit(request, tokenLimit);
        const caller = { token, remote: remote ?? token.remote, signal: toLeaving(reply) };
        await api.authorize(token, caller.remote, scope);
        if (scope === 'activate') await limit(request, changeLimit);
        if (version !== undefined && !v.is(versionName, version)) throw new ReleaseApiError(400, 'The address names no version.');
        callers.set(request, caller);
      },
      handler: async (request) => {
        const caller = callers.get(request);
        if (caller === undefined) throw new Error('The call has not been authorized.');
        const result = await handle(caller, request, calls.get(request)?.version ?? '');
        const call = calls.get(request);
        if (isRecorded && call !== undefined) await callLog.finish(call, 'done');
        return result;
      },
    });
  };

  const parse = <Schema extends Parameters<typeof parseBody>[0]>(schema: Schema, { body }: FastifyRequest) =>
    parseBody(schema, typeof body === 'string' ? body : '{}');

  define({ method: 'GET', url: '', action: 'list', isRecorded: false }, (caller) => api.list(caller));
  define({ method: 'GET', url: '/:remote', action: 'list', isRecorded: false }, (caller) => api.list(caller));
  define({ method: 'GET', url: '/:remote/history', action: 'read-history', isRecorded: false }, async ({ remote }, { query }) => {
    const asked = typeof query === 'object' && query !== null && 'limit' in query ? Number(query.limit) : HISTORY_DEFAULT;
    return { entries: await history.list({ remote, limit: Math.min(asked > 0 ? asked : HISTORY_DEFAULT, HISTORY_LIMIT) }) };
  });
  define({ method: 'PUT', url: '/:remote/versions/:version', action: 'publish', scope: 'publish', isRecorded: true }, async (caller, request, version) => {
    await limit(request, uploadLimit);
    if (!request.isMultipart()) throw new ReleaseApiError(415, 'An upload is multipart/form-data.');
    if (Number(request.headers['content-length'] ?? 0) > UPLOAD_LIMITS.totalBytes + MULTIPART_OVERHEAD_BYTES)
      throw new ReleaseApiError(413, `A release has at most ${UPLOAD_LIMITS.totalBytes} bytes.`);
    return api.upload(caller, version, readParts(request), ({ commit, browser }) => note(request, { commit, detail: `browser check ${browser}` }));
  });
  define({ method: 'POST', url: '/:remote/versions/:version/check', action: 'check', scope: 'publish', isRecorded: true }, async (caller, request, version) => {
    const result = await api.check(caller, version);
    note(request, { detail: `findings: ${result.findings.length}` });
    return result;
  });
  define({ method: 'POST', url: '/:remote/activate', action: 'activate', scope: 'activate', isRecorded: true }, async (caller, request) => {
    const activation = parse(activationSchema, request);
    const { version, commit, reason } = activation;
    note(request, { version, commit, reason });
    return noteResult(request, await api.activate(caller, activation));
  });
  define({ method: 'POST', url: '/:remote/rollback', action: 'roll-back', scope: 'activate', isRecorded: true }, async (caller, request) => {
    const rollback = parse(rollbackSchema, request);
    note(request, rollback);
    return noteResult(request, await api.rollBack(caller, rollback));
  });
  define({ method: 'POST', url: '/:remote/freeze', action: 'freeze', scope: 'activate', isRecorded: true }, async (caller, request) => {
    const { reason } = parse(freezeSchema, request);
    note(request, { reason });
    return api.freeze(caller, reason);
  });
  define({ method: 'POST', url: '/:remote/unfreeze', action: 'unfreeze', scope: 'activate', isRecorded: true }, async (caller, request) => {
    note(request, parse(unfreezeSchema, request));
    return api.unfreeze(caller);
  });
  define({ method: 'POST', url: '/:remote/canary', action: 'start-canary', scope: 'activate', isRecorded: true }, async (caller, request) => {
    const canary = parse(canaryRequestSchema, request);
    note(request, { version: canary.version, reason: canary.reason, detail: `${canary.share} %` });
    return api.beginCanary(caller, canary);
  });
  define({ method: 'POST', url: '/:remote/canary/promote', action: 'promote-canary', scope: 'activate', isRecorded: true }, async (caller, request) => {
    note(request, parse(canaryEndSchema, request));
    return noteResult(request, await api.promoteCanary(caller));
  });
  define({ method: 'POST', url: '/:remote/canary/stop', action: 'stop-canary', scope: 'activate', isRecorded: true }, async (caller, request) => {
    note(request, parse(canaryEndSchema, request));
    return api.endCanary(caller);
  });
  define({ method: 'POST', url: '/:remote/previews', action: 'preview', scope: 'publish', isRecorded: true }, async (caller, request) => {
    const preview = parse(previewRequestSchema, request);
    note(request, { version: preview.version });
    const address = await api.createPreview(caller, preview);
    note(request, { detail: `${address.id} until ${address.expiresAt}` });
    return address;
  });
  define({ method: 'POST', url: '/:remote/previews/revoke', action: 'revoke-preview', scope: 'publish', isRecorded: true }, async (caller, request) => {
    const { id } = parse(previewIdSchema, request);
    note(request, { detail: id });
    return api.revokePreview(caller, id);
  });
};
