import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import type { Endpoint } from '@site/shared/contracts/endpoint';
import { REQUEST_HEADERS, type RequestHeaders } from '@site/shared/contracts/request-headers';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import fresh from 'fresh';
import pLimit, { type LimitFunction } from 'p-limit';
import * as v from 'valibot';
import { LongList, Page } from '../database/page.ts';
import type { RevisionState } from '../database/revision.ts';
import { ForbiddenError, NotFoundError, UnauthorizedError } from '../domain/errors.ts';
import { ANONYMOUS_CALLER, type Caller, checkAccess, checkProof, requireStaff, type Staff } from '../domain/permissions.ts';
import type { UploadedFile } from '../images/accept-upload.ts';
import { createAddressLimit } from '../limits/address-limit.ts';
import { createAccountQueue, isLongInput } from '../limits/long-writes.ts';
import { createFailureLimit } from '../limits/recorded-failures.ts';
import { type AuditDeclaration, createAuditWrapper } from './audit-calls.ts';
import { HttpError } from './errors.ts';
import { EMPTY_FORM, readForm } from './multipart-form.ts';
import { parseForm } from './parse-form.ts';
import { type CachedResponse, createResponseCache } from './response-cache.ts';
import type { Services } from './services.ts';
import { readBinding } from './session-cookies.ts';

type OptionalSchema = v.GenericSchema | undefined;
type ParsedInput<Schema extends OptionalSchema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

interface Call<Body extends OptionalSchema, Query extends OptionalSchema> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: ParsedInput<Query>;
  readonly body: ParsedInput<Body>;
  readonly headers: RequestHeaders;
  readonly files: readonly UploadedFile[];
  readonly caller: Staff | null;
  /** The caller of a non-public endpoint. Public endpoints must use `caller`, because `staff` throws an UnauthorizedError for visitors. */
  readonly staff: Staff;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type ItemOf<Payload> = Payload extends readonly (infer Item)[] ? Item : never;

/** Returns the payload, a page of a list, or a long list. The response schema drops all fields that it does not declare. */
type Handler<Payload extends v.GenericSchema, Body extends OptionalSchema, Query extends OptionalSchema> = (
  call: Call<Body, Query>,
) => Promise<v.InferInput<Payload> | Page<ItemOf<v.InferInput<Payload>>> | LongList<ItemOf<v.InferInput<Payload>>>>;

interface MountOptions {
  /** Whether responses to visitors are cached until the content changes. */
  readonly isCached?: boolean;
  /** Overrides the audit entry; by default, changes by staff are recorded. Null if no visible content changes, or if the handler records the change itself. */
  readonly audit?: AuditDeclaration | null;
  /** Set if the handler reads the form itself, because the uploaded file may be too large for memory. */
  readonly readsFormItself?: true;
}

export type Mount = <Payload extends v.GenericSchema, Body extends OptionalSchema, Query extends OptionalSchema>(
  row: Endpoint<Payload, Body, Query>,
  handle: Handler<Payload, Body, Query>,
  options?: MountOptions,
) => void;

const PARAM_LIMIT = 300;
/** Body limit for public endpoints, several times the size of the longest public form. */
const PUBLIC_BODY_BYTES = 64 * 1024;
const MULTIPART = /^multipart\//i;
/** Number of long lists that a visitor may request per minute. Long lists do not fit into one page, are streamed, and share one queue. */
const LONG_LISTS_PER_MINUTE = 30;

/** Whether visitors may read from the endpoint. The responses of such endpoints have an entity tag. */
export const isPublicRead = ({ method, access }: Endpoint): boolean => method === 'GET' && access === 'public';

const parseInput = (schema: OptionalSchema, value: unknown): unknown => (schema === undefined ? undefined : parseForm(schema, value));

const paramsSchema = v.record(v.string(), v.pipe(v.string(), v.maxLength(PARAM_LIMIT)));

const parseParams = (value: unknown): Record<string, string> => {
  const result = v.safeParse(paramsSchema, value ?? {});
  // Treat a malformed id as an unknown URL instead of an invalid form.
  if (!result.success || Object.values(result.output).some((param) => param.includes('\0'))) throw new NotFoundError('', 'Not found.');
  return result.output;
};

/** Reads only the declared headers, so that a handler cannot depend on a header that is missing from the API description. */
const parseHeaders = ({ acceptedHeaders = [] }: Endpoint, { headers }: FastifyRequest): RequestHeaders =>
  Object.fromEntries(
    acceptedHeaders.flatMap((name) => {
      const result = v.safeParse(v.optional(REQUEST_HEADERS[name]), headers[name.toLowerCase()]);
      if (!result.success) throw new HttpError(400, `The header ${name} ${result.issues[0].message}`);
      return result.output === undefined ? [] : [[name, result.output] as const];
    }),
  );

export const readBearer = (request: FastifyRequest): string | null => /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

const callers = new WeakMap<FastifyRequest, Caller>();
const getCaller = (request: FastifyRequest): Caller => callers.get(request) ?? ANONYMOUS_CALLER;

const getPageHeaders = ({ items, range }: Page<unknown>): Record<string, string> => {
  if (range === null) return {};
  const next = range.offset + items.length;
  return { 'x-total-count': String(range.total), ...(next < range.total ? { 'x-next-cursor': String(next) } : {}) };
};

/** Maximum size of a list page for staff. Rows with long texts end a page early, and the next page continues from there. */
const STAFF_PAGE_BYTES = 280 * 1024;

/** Keeps as many rows as fit into the maximum size, but at least one. */
const truncatePage = (page: Page<unknown>, maxBytes: number): Page<unknown> => {
  let bytes = 0;
  const end = page.items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? page : new Page(page.items.slice(0, end), page.range);
};

const serialise = (row: Endpoint, payload: unknown, isForStaff: boolean): CachedResponse => {
  const list = payload instanceof Page ? (isForStaff && payload.range !== null ? truncatePage(payload, STAFF_PAGE_BYTES) : payload) : null;
  const data = v.parse(row.response, list === null ? payload : list.items);
  const page = list === null || list.range === null ? {} : { page: list.range };
  return {
    body: Buffer.from(JSON.stringify(row.envelope === 'data' ? { data, ...page } : data)),
    headers: list === null ? {} : getPageHeaders(list),
  };
};

const ETAG_CHARACTERS = 22;

/**
 * Adds an entity tag to a public response. The tag is a hash of the body, not the revision. Different bodies therefore never share a tag, even after a backup
 * has been restored, and a change elsewhere does not invalidate a visitor's copy. The tag is weak because the host compresses the body.
 */
const addEtag = ({ body, headers }: CachedResponse): CachedResponse => ({
  body,
  headers: { ...headers, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, ETAG_CHARACTERS)}"` },
});

/**
 * Serialises a long list in the same format as a short one. Each batch waits until the queue has a free slot and the client has received the previous batch.
 */
async function* serialiseBatches(row: Endpoint, list: LongList<unknown>, listQueue: LimitFunction): AsyncGenerator<Buffer> {
  const [start, end] = row.envelope === 'data' ? ['{"data":[', ']}'] : ['[', ']'];
  const batches = list.readBatches()[Symbol.asyncIterator]();
  let text: string | null = null;
  // Must not return the text, because the queue would keep every returned string until the next full garbage collection.
  const serialiseNext = async (): Promise<void> => {
    const { value, done } = await batches.next();
    text = done === true ? null : JSON.stringify(v.parse(row.response, value)).slice(1, -1);
    // Let other requests run, because the embedded database blocks the process while it reads.
    await setImmediate();
  };
  let before = start;
  try {
    for (;;) {
      await listQueue(serialiseNext);
      if (text === null) break;
      if (text === '') continue;
      yield Buffer.from(before + text);
      before = ',';
    }
    yield Buffer.from(before === start ? `${start}${end}` : end);
  } finally {
    await batches.return?.();
  }
}

const sendJson = (reply: FastifyReply, response: CachedResponse | Readable) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  return response instanceof Readable ? reply.send(response) : reply.headers(response.headers).send(response.body);
};

/** Sends a public response, or 304 if the client's copy is current. Long lists are streamed and have no tag. */
const sendRevalidated = (request: FastifyRequest, reply: FastifyReply, response: CachedResponse | Readable) => {
  if (response instanceof Readable) return sendJson(reply, response);
  const { headers } = response;
  const isNotModified = fresh({ 'if-none-match': request.headers['if-none-match'] }, headers);
  return isNotModified ? reply.code(304).headers(headers).send() : sendJson(reply, response);
};

/** Mounts endpoints: checks access before reading the body, parses the input, and serialises the response according to its schema. */
export const createMount = (app: FastifyInstance, services: Services): Mount => {
  const cache = createResponseCache();
  // One queue for all long lists. Reading one batch occupies a slot, but sending it does not, so slow clients do not block the queue.
  const listQueue = pLimit(1);
  const runInAccountQueue = createAccountQueue();
  const withAudit = createAuditWrapper(services);
  const admitDenial = createFailureLimit(services.now);
  const longListLimit = createAddressLimit(services.now, LONG_LISTS_PER_MINUTE);

  const checkCaller = (row: Endpoint, caller: Caller, request: FastifyRequest): void => {
    try {
      checkAccess(row.access, caller);
    } catch (reason) {
      const admittedDenial = reason instanceof ForbiddenError ? admitDenial('everyone') : null;
      if (admittedDenial !== null)
        request.log.warn(
          { action: 'access', outcome: 'failed', actor: caller.staff?.id, address: request.ip, route: `${row.method} ${row.path}`, ...admittedDenial },
          'security',
        );
      throw reason;
    }
  };

  return (row, handler, options = {}) => {
    const handle = withAudit(row, handler, options.audit);
    const isCacheable = isPublicRead(row);
    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<CachedResponse | Readable> => {
      const caller = getCaller(request);
      const { input, files } = options.readsFormItself === true ? EMPTY_FORM : await readForm(request);
      const parseAndHandle = async () => {
        // The schemas determine the input types, which the compiler cannot infer through the generic endpoint.
        const call = {
          params: parseParams(request.params),
          headers: parseHeaders(row, request),
          query: parseInput(row.query, request.query),
          body: parseInput(row.body, input),
          files,
          caller: caller.staff,
          get staff() {
            return requireStaff(caller.staff);
          },
          request,
          reply,
        } as Parameters<typeof handle>[0];
        // Check only after the input has been validated, so that invalid input does not use up a confirmation.
        if (row.asksForPasskey === true) await services.actionConfirmations.use(caller);
        return handle(call);
      };
      try {
        const isQueued = caller.staff !== null && isLongInput(input);
        const payload = await (isQueued ? runInAccountQueue(caller.staff.id, parseAndHandle) : parseAndHandle());
        if (payload instanceof LongList) {
          if (isCacheable && caller.staff === null) longListLimit.use(request);
          return Readable.from(serialiseBatches(row, payload, listQueue), { highWaterMark: 1 });
        }
        const response = serialise(row, payload, caller.staff !== null);
        return isCacheable ? addEtag(response) : response;
      } catch (reason) {
        // The caller may be a staff member with an expired token who is allowed to see the item, so ask for a token refresh.
        if (reason instanceof NotFoundError && caller.isExpired) throw new UnauthorizedError('Your session must be renewed.');
        throw reason;
      }
    };

    app.route({
      method: row.method,
      url: `/api${row.path}`,
      ...(row.access === 'public' ? { bodyLimit: PUBLIC_BODY_BYTES } : {}),
      onRequest: async (request) => {
        const caller = await services.authenticate(readBearer(request), readBinding(request));
        callers.set(request, caller);
        checkCaller(row, caller, request);
        if (row.asksForPasskey === true) await services.actionConfirmations.check(caller);
        checkProof(row, caller);
        // Reject multipart forms before reading the body, unless the endpoint accepts uploads.
        if (row.bodyType !== 'multipart' && MULTIPART.test(request.headers['content-type'] ?? '')) throw new HttpError(415);
      },
      handler: async (request, reply) => {
        reply.code(row.status ?? 200);
        if (!isCacheable) return sendJson(reply.header('cache-control', 'no-store'), await respond(request, reply));
        // Read the revision before the content, so that it is never newer than the content.
        const revision = await services.revision.state();
        reply.headers(toRevisionHeaders(revision)).header('vary', 'authorization');
        const { staff, isExpired } = getCaller(request);
        if (options.isCached !== true || staff !== null || isExpired)
          return sendRevalidated(request, reply.header('cache-control', 'private, no-cache'), await respond(request, reply));
        return sendRevalidated(
          request,
          reply.header('cache-control', 'public, max-age=0, must-revalidate'),
          await cache.get(request.url, revision.visible, () => respond(request, reply)),
        );
      },
    });
  };
};

/** Returns headers with the content revision, the last public revision, and the last revision that may have withdrawn content. */
export const toRevisionHeaders = ({ number, visible, withdrawal }: RevisionState) => ({
  'x-content-revision': String(number),
  'x-public-revision': String(visible),
  'x-withdrawal-revision': String(withdrawal),
});
