import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { isForeignKeyViolation, isSerializationFailure, isUniqueViolation, isUnreachable, isUnstorable, isUnwritable } from '../database/engine-errors.ts';
import { EditConflictError } from '../domain/edit-conflicts.ts';
import { ConflictError, DomainError, type DomainErrorKind, OverloadedError } from '../domain/errors.ts';

/** Messages that replace Fastify's own, which describe the implementation. */
const FRAMEWORK_MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  404: 'Not found.',
  405: 'This method is not allowed here.',
  408: 'The request took too long.',
  413: 'The request is too large.',
  414: 'The URL is too long.',
  415: 'This content type is not supported.',
  431: 'The headers are too large.',
};

/** A malformed HTTP request: a truncated body or an invalid path. */
export class HttpError extends Error {
  constructor(
    readonly status: number,
    message = FRAMEWORK_MESSAGES[status] ?? 'The request was rejected.',
  ) {
    super(message);
  }
}

const STATUS_BY_KIND: Readonly<Record<DomainErrorKind, number>> = {
  validation: 422,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  'precondition-failed': 412,
  'file-too-large': 413,
  'unsupported-file': 415,
  'rate-limited': 429,
  overloaded: 503,
  unavailable: 503,
};

const UNREACHABLE_RETRY_SECONDS = 5;

/** Mentions signing in, because a sign-in also writes to the database. */
const UNWRITABLE_MESSAGE = 'Saving and signing in are not possible right now. Please try again in a few minutes.';

/** Converts an error to the error that the client receives. Returns null for an unexpected error. */
const toExpectedError = (reason: FastifyError | Error): DomainError | HttpError | null => {
  if (reason instanceof DomainError || reason instanceof HttpError) return reason;
  if (isUniqueViolation(reason)) return new ConflictError('Something with that name already exists.');
  if (isForeignKeyViolation(reason)) return new ConflictError('The item that this belongs to has just been deleted.');
  if (isSerializationFailure(reason)) return new OverloadedError();
  if (isUnstorable(reason)) return new HttpError(400, 'The text contains characters that cannot be stored.');
  const status = 'statusCode' in reason ? reason.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new HttpError(status);
  return null;
};

const getHeaders = ({ kind, retryAfterSeconds }: DomainError): Record<string, string> => ({
  ...(kind === 'unauthorized' ? { 'www-authenticate': 'Bearer' } : {}),
  ...(retryAfterSeconds === undefined ? {} : { 'retry-after': String(retryAfterSeconds) }),
});

/**
 * Maximum size of an oversized body that is still received and discarded. If the connection closed while the client was sending, the client would not see the
 * response.
 */
const MAX_DISCARDED_BYTES = 4 * 1024 * 1024;

const sendError = (reply: FastifyReply, status: 400 | 404): FastifyReply =>
  reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({ message: new HttpError(status).message });

export const sendNotFound = (reply: FastifyReply): FastifyReply => sendError(reply, 404);

/** Responds to a URL that the router cannot parse: 400 if it cannot be decoded, 404 if a segment is longer than any id. */
export const sendUnreadableRequest = ({ code }: FastifyError, reply: FastifyReply): FastifyReply => sendError(reply, code === 'FST_ERR_BAD_URL' ? 400 : 404);

/** Registers handlers that send error bodies as defined in NS-09: `{ message, errors?, savedBy? }`. Details of unexpected errors (500) are only logged. */
export const registerErrorHandlers = (app: FastifyInstance): void => {
  app.setErrorHandler((reason: FastifyError, request, reply) => {
    const error = toExpectedError(reason);
    reply.header('cache-control', 'no-store');
    if (Number(request.headers['content-length']) <= MAX_DISCARDED_BYTES) reply.removeHeader('connection');
    if (error === null) {
      request.log.error({ err: reason, method: request.method, route: request.routeOptions.url }, 'a request failed');
      const isWriteFailure = isUnwritable(reason);
      if (isWriteFailure || isUnreachable(reason)) reply.code(503).header('retry-after', String(UNREACHABLE_RETRY_SECONDS));
      else reply.code(500);
      return reply.send({ message: isWriteFailure ? UNWRITABLE_MESSAGE : 'Something went wrong on our side.' });
    }
    if (error instanceof HttpError) return reply.code(error.status).send({ message: error.message });
    return reply
      .code(STATUS_BY_KIND[error.kind])
      .headers(getHeaders(error))
      .send({
        message: error.message,
        ...(error.fieldErrors === undefined ? {} : { errors: error.fieldErrors }),
        ...(error instanceof EditConflictError && error.savedBy !== '' ? { savedBy: error.savedBy } : {}),
      });
  });
  app.setNotFoundHandler((_request, reply) => sendNotFound(reply));
};
