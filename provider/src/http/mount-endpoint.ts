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
import { ANONYMOUS, type Caller, checkAccess, checkProof, requireStaff, type Staff } from '../domain/permissions.ts';
import type { UploadedFile } from '../images/accept-upload.ts';
import { createAddressLimit } from '../limits/address-limit.ts';
import { createAccountTurns, isLongInput } from '../limits/long-writes.ts';
import { createFailureLimit } from '../limits/recorded-failures.ts';
import { type AuditDeclaration, createWithAudit } from './audit-calls.ts';
import { HttpError } from './errors.ts';
import { NO_FORM, readForm } from './multipart-form.ts';
import { parseForm } from './parse-form.ts';
import { type CachedResponse, createResponseCache } from './response-cache.ts';
import type { Services } from './services.ts';
import { readBinding } from './session-cookies.ts';

type OptionalSchema = v.GenericSchema | undefined;
type ParsedInput<Schema extends OptionalSchema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/** The argument of a handler: the parsed input and the caller. */
interface Call<Body extends OptionalSchema, Query extends OptionalSchema> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: ParsedInput<Query>;
  readonly body: ParsedInput<Body>;
  /** The headers that the endpoint declares. */
  readonly headers: RequestHeaders;
  /** Files of a multipart form. */
  readonly files: readonly UploadedFile[];
  readonly caller: Staff | null;
  /** The caller of an endpoint that is not public. Public endpoints use `caller` instead, because this throws 401 for a visitor. */
  readonly staff: Staff;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type ItemOf<Payload> = Payload extends readonly (infer Item)[] ? Item : never;

/** Returns the payload, a page of a list or a long list; the response schema then drops every field that it does not name. */
type Handler<Payload extends v.GenericSchema, Body extends OptionalSchema, Query extends OptionalSchema> = (
  call: Call<Body, Query>,
) => Promise<v.InferInput<Payload> | Page<ItemOf<v.InferInput<Payload>>> | LongList<ItemOf<v.InferInput<Payload>>>>;

interface MountOptions {
  /** Whether responses to visitors are cached until the content changes. */
  readonly isCached?: boolean;
  /** Overrides how calls are recorded; changes by staff are recorded by default. Null if nothing that others see changes, or if the handler records the call. */
  readonly audit?: AuditDeclaration | null;
  /** The handler reads the form itself, because its file may be too large for memory. */
  readonly readsForm?: true;
}

export type Mount = <Payload extends v.GenericSchema, Body extends OptionalSchema, Query extends OptionalSchema>(
  row: Endpoint<Payload, Body, Query>,
  handle: Handler<Payload, Body, Query>,
  options?: MountOptions,
) => void;

const PARAM_LIMIT = 300;
/** Body limit of public endpoints, several times the size of the longest public form. */
const PUBLIC_BODY_BYTES = 64 * 1024;
const MULTIPART = /^multipart\//i;
/** Long lists that one visitor may request per minute; staff have no limit. A list longer than a page is sent as it is read, and all long lists share one queue. */
const LONG_LISTS_PER_MINUTE = 30;

/** Whether visitors may read the endpoint. Its responses have an entity tag. */
export const isPublicRead = ({ method, access }: Endpoint): boolean => method === 'GET' && access === 'public';

const parseInput = (schema: OptionalSchema, value: unknown): unknown => (schema === undefined ? undefined : parseForm(schema, value));

const paramsSchema = v.record(v.string(), v.pipe(v.string(), v.maxLength(PARAM_LIMIT)));

const parseParams = (value: unknown): Record<string, string> => {
  const result = v.safeParse(paramsSchema, value ?? {});
  // A malformed id is an unknown URL, not an invalid form.
  if (!result.success || Object.values(result.output).some((param) => param.includes('\0'))) throw new NotFoundError('', 'Not found.');
  return result.output;
};

/** Reads the headers that the row declares, so that a handler cannot depend on one that the API's document does not name. */
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
const getCaller = (request: FastifyRequest): Caller => callers.get(request) ?? ANONYMOUS;

/** Returns the pagination headers: the total, and the cursor of the next page. */
const getPageHeaders = ({ items, range }: Page<unknown>): Record<string, string> => {
  if (range === null) return {};
  const next = range.offset + items.length;
  return { 'x-total-count': String(range.total), ...(next < range.total ? { 'x-next-cursor': String(next) } : {}) };
};

/** Largest list page for staff. Rows with long texts make a page end earlier, and the next page continues there. */
const STAFF_PAGE_BYTES = 280 * 1024;

/** Keeps the rows of a page that fit into a response; at least one. */
const fitPage = (page: Page<unknown>, maxBytes: number): Page<unknown> => {
  let bytes = 0;
  const end = page.items.findIndex((item, index) => {
    bytes += Buffer.byteLength(JSON.stringify(item));
    return index > 0 && bytes > maxBytes;
  });
  return end < 0 ? page : new Page(page.items.slice(0, end), page.range);
};

const serialise = (row: Endpoint, payload: unknown, isForStaff: boolean): CachedResponse => {
  const list = payload instanceof Page ? (isForStaff && payload.range !== null ? fitPage(payload, STAFF_PAGE_BYTES) : payload) : null;
  const data = v.parse(row.response, list === null ? payload : list.items);
  const page = list === null || list.range === null ? {} : { page: list.range };
  return {
    body: Buffer.from(JSON.stringify(row.envelope === 'data' ? { data, ...page } : data)),
    headers: list === null ? {} : getPageHeaders(list),
  };
};

const ETAG_CHARACTERS = 22;

/**
 * Adds an entity tag to a public response. The tag is made from the body, not from the revision: different bodies never share a tag, even after a backup has been restored, and a
 * change elsewhere does not invalidate a visitor's copy. Weak, because the host compresses the body.
 */
const addEtag = ({ body, headers }: CachedResponse): CachedResponse => ({
  body,
  headers: { ...headers, etag: `W/"${createHash('sha256').update(body).digest('base64url').slice(0, ETAG_CHARACTERS)}"` },
});

/** Serialises a long list in the same format as a short one. Each batch waits for a slot in the queue, and until the client has received the previous batch. */
async function* serialiseBatches(row: Endpoint, list: LongList<unknown>, turns: LimitFunction): AsyncGenerator<Buffer> {
  const [start, end] = row.envelope === 'data' ? ['{"data":[', ']}'] : ['[', ']'];
  const batches = list.readBatches()[Symbol.asyncIterator]();
  let text: string | null = null;
  // Returns nothing, because the queue would keep every returned text until the next full garbage collection.
  const serialiseNext = async (): Promise<void> => {
    const { value, done } = await batches.next();
    text = done === true ? null : JSON.stringify(v.parse(row.response, value)).slice(1, -1);
    // Lets other requests run: the database may respond at once, and they must not wait for more than one batch.
    await setImmediate();
  };
  let before = start;
  try {
    for (;;) {
      await turns(serialiseNext);
      if (text === null) break;
      if (text === '') continue;
      yield Buffer.from(before + text);
      before = ',';
    }
    yield Buffer.from(before === start ? `${start}${end}` : end);
  } finally {
    // The client may have disconnected before the end.
    await batches.return?.();
  }
}

const sendJson = (reply: FastifyReply, response: CachedResponse | Readable) => {
  reply.header('content-type', 'application/json; charset=utf-8');
  return response instanceof Readable ? reply.send(response) : reply.headers(response.headers).send(response.body);
};

/** Sends a public response, or 304 if the client has a current copy. Long lists, which are sent as they are read, have no tag. */
const sendRevalidated = (request: FastifyRequest, reply: FastifyReply, response: CachedResponse | Readable) => {
  if (response instanceof Readable) return sendJson(reply, response);
  const { headers } = response;
  const isHeld = fresh({ 'if-none-match': request.headers['if-none-match'] }, headers);
  return isHeld ? reply.code(304).headers(headers).send() : sendJson(reply, response);
};

/** Mounts endpoints: access is checked before the body is read, then the input is parsed, and the response is serialised by its schema. */
export const createMount = (app: FastifyInstance, services: Services): Mount => {
  const cache = createResponseCache();
  // One queue for all long lists. A slot is held for one batch only, so a slow client occupies none while it receives.
  const turns = pLimit(1);
  const inAccountTurns = createAccountTurns();
  const withAudit = createWithAudit(services);
  const admitDenial = createFailureLimit(services.now);
  const longLists = createAddressLimit(services.now, LONG_LISTS_PER_MINUTE);

  const checkCaller = (row: Endpoint, caller: Caller, request: FastifyRequest): void => {
    try {
      checkAccess(row.access, caller);
    } catch (reason) {
      const admitted = reason instanceof ForbiddenError ? admitDenial('everyone') : null;
      if (admitted !== null)
        request.log.warn(
          { action: 'access', outcome: 'failed', actor: caller.staff?.id, address: request.ip, route: `${row.method} ${row.path}`, ...admitted },
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
      const { input, files } = options.readsForm === true ? NO_FORM : await readForm(request);
      const parseAndHandle = async () => {
        // The input types follow from the schemas that parse the input, which the compiler cannot infer through the generic endpoint.
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
        // Runs after the input has been validated, so that a typing error does not use up a confirmation.
        if (row.asksForPasskey === true) await services.actionConfirmations.use(caller);
        return handle(call);
      };
      try {
        const takesTurns = caller.staff !== null && isLongInput(input);
        const payload = await (takesTurns ? inAccountTurns(caller.staff.id, parseAndHandle) : parseAndHandle());
        if (payload instanceof LongList) {
          if (isCacheable && caller.staff === null) longLists.use(request);
          return Readable.from(serialiseBatches(row, payload, turns), { highWaterMark: 1 });
        }
        const response = serialise(row, payload, caller.staff !== null);
        return isCacheable ? addEtag(response) : response;
      } catch (reason) {
        // Staff with an expired token may be allowed to see the item, so they are asked to refresh the token.
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
        // Rejects the form before its body is read: files are received only from callers who may store them.
        if (row.bodyType !== 'multipart' && MULTIPART.test(request.headers['content-type'] ?? '')) throw new HttpError(415);
      },
      handler: async (request, reply) => {
        reply.code(row.status ?? 200);
        if (!isCacheable) return sendJson(reply.header('cache-control', 'no-store'), await respond(request, reply));
        // The revision is read before the content, so that it is never newer than the content.
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

/** Returns the headers with the content revision, the last revision that visitors can see, and the last one that may have withdrawn content. */
export const toRevisionHeaders = ({ number, visible, withdrawal }: RevisionState) => ({
  'x-content-revision': String(number),
  'x-public-revision': String(visible),
  'x-withdrawal-revision': String(withdrawal),
});
