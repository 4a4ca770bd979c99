import type { Endpoint } from '@site/shared/contracts/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Page } from '../database/page.ts';
import { ForbiddenError, NotFoundError, UnauthorizedError, ValidationError } from '../domain/errors.ts';
import { ANONYMOUS, type Caller, checkAccess, checkProof, type Staff } from '../domain/permissions.ts';
import type { UploadedFile } from '../images/accept-upload.ts';
import { type AuditDeclaration, createFailureLimit, createWithAudit } from './audit-calls.ts';
import { HttpError } from './errors.ts';
import { toFieldErrors } from './field-errors.ts';
import { type Form, readForm } from './multipart-form.ts';
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
  /** Files of a multipart form. */
  readonly files: readonly UploadedFile[];
  readonly staff: Staff | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type ItemOf<Payload> = Payload extends readonly (infer Item)[] ? Item : never;

/** Returns the payload, or a page of a list; the response schema then drops every field that it does not name. */
type Handler<Payload extends v.GenericSchema, Body extends OptionalSchema, Query extends OptionalSchema> = (
  call: Call<Body, Query>,
) => Promise<v.InferInput<Payload> | Page<ItemOf<v.InferInput<Payload>>>>;

interface MountOptions {
  /** Cached for everyone without a session until the content changes. */
  readonly isCached?: boolean;
  /** Changes by staff are recorded without it. */
  readonly audit?: AuditDeclaration;
}

export type Mount = <Payload extends v.GenericSchema, Body extends OptionalSchema, Query extends OptionalSchema>(
  row: Endpoint<Payload, Body, Query>,
  handle: Handler<Payload, Body, Query>,
  options?: MountOptions,
) => void;

const REVISION_HEADER = 'x-content-revision';
const PARAM_LIMIT = 300;
/** What anybody may send: the longest public form has room in it several times. */
const PUBLIC_BODY_BYTES = 64 * 1024;
const MULTIPART = /^multipart\//i;

const parseInput = (schema: OptionalSchema, value: unknown): unknown => {
  if (schema === undefined) return undefined;
  const result = v.safeParse(schema, value);
  if (!result.success) throw new ValidationError(toFieldErrors(schema, value, result.issues));
  return result.output;
};

const paramsSchema = v.record(v.string(), v.pipe(v.string(), v.maxLength(PARAM_LIMIT)));

const parseParams = (value: unknown): Record<string, string> => {
  const result = v.safeParse(paramsSchema, value ?? {});
  // A malformed id is an unknown URL, not an invalid form.
  if (!result.success || Object.values(result.output).some((param) => param.includes('\0'))) throw new NotFoundError('', 'Not found.');
  return result.output;
};

export const readBearer = (request: FastifyRequest): string | null => /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

const callers = new WeakMap<FastifyRequest, Caller>();
const getCaller = (request: FastifyRequest): Caller => callers.get(request) ?? ANONYMOUS;

/** Pagination headers: the total, and the cursor of the next page. */
const getPageHeaders = ({ items, range }: Page<unknown>): Record<string, string> => {
  if (range === null) return {};
  const next = range.offset + items.length;
  return { 'x-total-count': String(range.total), ...(next < range.total ? { 'x-next-cursor': String(next) } : {}) };
};

const serialise = (row: Endpoint, payload: unknown): CachedResponse => {
  const list = payload instanceof Page ? payload : null;
  const data = v.parse(row.response, list === null ? payload : list.items);
  const page = list === null || list.range === null ? {} : { page: list.range };
  return {
    body: Buffer.from(JSON.stringify(row.envelope === 'data' ? { data, ...page } : data)),
    headers: list === null ? {} : getPageHeaders(list),
  };
};

const sendJson = (reply: FastifyReply, { body, headers }: CachedResponse) =>
  reply.headers(headers).header('content-type', 'application/json; charset=utf-8').send(body);

/** Mounts endpoints: access is checked before the body is read, then the input is parsed, and the response is serialised by its schema. */
export const createMount = (app: FastifyInstance, services: Services): Mount => {
  const cache = createResponseCache();
  const withAudit = createWithAudit(services, app.log);
  const admitDenial = createFailureLimit(services.now);

  const checkCaller = (row: Endpoint, caller: Caller, request: FastifyRequest): void => {
    try {
      checkAccess(row.access, caller);
    } catch (reason) {
      const admitted = reason instanceof ForbiddenError ? admitDenial() : null;
      if (admitted !== null)
        app.log.warn(
          { action: 'access', outcome: 'failed', actor: caller.staff?.id, address: request.ip, route: `${row.method} ${row.path}`, ...admitted },
          'security',
        );
      throw reason;
    }
  };

  return (row, handler, options = {}) => {
    const handle = withAudit(row, handler, options.audit);
    const respond = async (request: FastifyRequest, reply: FastifyReply): Promise<CachedResponse> => {
      const caller = getCaller(request);
      const isForm = row.bodyType === 'multipart';
      const form: Form = isForm ? await readForm(request) : { fields: {}, files: [] };
      // The input types follow from the schemas that parse the input, which the compiler cannot infer through the generic endpoint.
      const call = {
        params: parseParams(request.params),
        query: parseInput(row.query, request.query),
        body: parseInput(row.body, isForm ? form.fields : (request.body ?? {})),
        files: form.files,
        staff: caller.staff,
        request,
        reply,
      } as Parameters<typeof handle>[0];
      try {
        return serialise(row, await handle(call));
      } catch (reason) {
        // Staff with an expired token may be allowed to see it: they are asked to refresh the token.
        if (reason instanceof NotFoundError && caller.isExpired) throw new UnauthorizedError('Your session has to be renewed.');
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
        checkProof(row, caller);
        // Before anything of it is read: files are received for those who may store them.
        if (row.bodyType !== 'multipart' && MULTIPART.test(request.headers['content-type'] ?? ''))
          throw new HttpError(415, 'This type of content is not accepted.');
      },
      handler: async (request, reply) => {
        reply.code(row.status ?? 200);
        if (row.method !== 'GET' || row.access !== 'public') return sendJson(reply.header('cache-control', 'no-store'), await respond(request, reply));
        // Read before the content, so that it is never newer than the content.
        const revision = await services.revision.current();
        reply.header(REVISION_HEADER, String(revision)).header('vary', 'authorization');
        const { staff, isExpired } = getCaller(request);
        if (options.isCached !== true || staff !== null || isExpired)
          return sendJson(reply.header('cache-control', 'private, no-cache'), await respond(request, reply));
        return sendJson(
          reply.header('cache-control', 'public, max-age=0, must-revalidate'),
          await cache.get(request.url, revision, () => respond(request, reply)),
        );
      },
    });
  };
};
