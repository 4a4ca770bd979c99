import type { Endpoint } from '@site/shared/contracts/endpoint';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { Page } from '../database/page.ts';
import { NotFoundError, UnauthorizedError, ValidationError } from '../domain/errors.ts';
import { type Caller, checkAccess, type Staff } from '../domain/permissions.ts';
import type { UploadedFile } from '../images/accept-upload.ts';
import { toFieldErrors } from './field-errors.ts';
import { type Form, readForm } from './multipart-form.ts';
import { type CachedResponse, createResponseCache, type ResponseCache } from './response-cache.ts';
import type { Services } from './services.ts';

type InputOf<Schema> = Schema extends v.GenericSchema ? v.InferOutput<Schema> : undefined;

/** What a handler gets: everything parsed, and who calls. */
export interface Call<E extends Endpoint> {
  readonly params: Readonly<Record<string, string>>;
  readonly query: E extends Endpoint<v.GenericSchema, v.GenericSchema | undefined, infer Query> ? InputOf<Query> : undefined;
  readonly body: E extends Endpoint<v.GenericSchema, infer Body> ? InputOf<Body> : undefined;
  /** Files of a multipart form. */
  readonly files: readonly UploadedFile[];
  readonly staff: Staff | null;
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
}

type ItemOf<Payload> = Payload extends readonly (infer Item)[] ? Item : never;

/** Returns the payload, or a slice of a list; the answer's schema then drops every field that it does not name. */
export type Handler<E extends Endpoint> = (call: Call<E>) => Promise<v.InferInput<E['answer']> | Page<ItemOf<v.InferInput<E['answer']>>>>;

export interface MountOptions {
  /** Kept for everyone without a session until the content changes. */
  readonly isCached?: boolean;
  readonly bodyLimit?: number;
}

export type Mount = <E extends Endpoint>(row: E, handle: Handler<E>, options?: MountOptions) => void;

const REVISION_HEADER = 'x-content-revision';
const TEXT_LIMIT = 300;

const parseInput = <Schema extends v.GenericSchema | undefined>(schema: Schema, value: unknown): unknown => {
  if (schema === undefined) return undefined;
  const result = v.safeParse(schema, value);
  if (!result.success) throw new ValidationError(toFieldErrors(schema, value, result.issues));
  return result.output;
};

const paramsSchema = v.record(v.string(), v.pipe(v.string(), v.maxLength(TEXT_LIMIT)));

const parseParams = (value: unknown): Record<string, string> => {
  const result = v.safeParse(paramsSchema, value ?? {});
  // An id that no row can have is an address without a page, not a bad form.
  if (!result.success || Object.values(result.output).some((param) => param.includes('\0'))) throw new NotFoundError('', 'Not found.');
  return result.output;
};

export const readBearer = (request: FastifyRequest): string | null => /^Bearer ([\w.~+/=-]{1,4096})$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;

const callers = new WeakMap<FastifyRequest, Caller>();
const getCaller = (request: FastifyRequest): Caller => callers.get(request) ?? { staff: null, isExpired: false };

/** The words of a page once more for clients that read headers: how many rows there are, and where the next ones begin. */
const getPageHeaders = ({ items, range }: Page<unknown>): Record<string, string> => {
  if (range === null) return {};
  const next = range.offset + items.length;
  return { 'x-total-count': String(range.total), ...(next < range.total ? { 'x-next-cursor': String(next) } : {}) };
};

const serialise = (row: Endpoint, payload: unknown): CachedResponse => {
  const list = payload instanceof Page ? payload : null;
  const answer = v.parse(row.answer, list === null ? payload : list.items);
  const page = list === null || list.range === null ? {} : { page: list.range };
  return {
    body: Buffer.from(JSON.stringify(row.envelope === 'data' ? { data: answer, ...page } : answer)),
    headers: list === null ? {} : getPageHeaders(list),
  };
};

const sendJson = (reply: FastifyReply, { body, headers }: CachedResponse) =>
  reply.headers(headers).header('content-type', 'application/json; charset=utf-8').send(body);

/** Mounts rows of the endpoint table: who may call is judged before the body is read, then the input is parsed, and the answer goes out through its schema. */
export const createMount = (app: FastifyInstance, services: Services): Mount => {
  const cache: ResponseCache = createResponseCache();

  return (row, handle, options = {}) => {
    const answer = async (request: FastifyRequest, reply: FastifyReply): Promise<CachedResponse> => {
      const caller = getCaller(request);
      const isForm = row.bodyType === 'multipart' || request.isMultipart();
      const form: Form = isForm ? await readForm(request) : { fields: {}, files: [] };
      // The input types follow from the very schemas that parse it; the compiler cannot see that through the generic row.
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
      ...(options.bodyLimit === undefined ? {} : { bodyLimit: options.bodyLimit }),
      onRequest: async (request) => {
        const caller = await services.authenticate(readBearer(request));
        callers.set(request, caller);
        checkAccess(row.access, caller);
      },
      handler: async (request, reply) => {
        reply.code(row.status ?? 200);
        if (row.method !== 'GET' || row.access !== 'public') return sendJson(reply.header('cache-control', 'no-store'), await answer(request, reply));
        const number = await services.revision.current();
        reply.header(REVISION_HEADER, String(number)).header('vary', 'authorization');
        const { staff, isExpired } = getCaller(request);
        if (options.isCached !== true || staff !== null || isExpired)
          return sendJson(reply.header('cache-control', 'private, no-cache'), await answer(request, reply));
        return sendJson(
          reply.header('cache-control', 'public, max-age=0, must-revalidate'),
          await cache.get(request.url, number, () => answer(request, reply)),
        );
      },
    });
  };
};
