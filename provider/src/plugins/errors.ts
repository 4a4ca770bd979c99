import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { isForeignKeyViolation, isSerializationFailure, isUniqueViolation, isUnstorable } from '../database/engine-errors.ts';
import { busy, Refusal } from '../http/refusal.ts';

/** Words for what Fastify itself refuses; its own messages speak of the implementation. */
const FRAMEWORK_MESSAGES: Readonly<Record<number, string>> = {
  400: 'The request could not be read.',
  404: 'Not found.',
  405: 'That is not possible here.',
  408: 'The request took too long.',
  413: 'That is too large.',
  414: 'The address is too long.',
  415: 'This type of content is not accepted.',
  431: 'The headers are too large.',
};

const toRefusal = (reason: FastifyError | Error): Refusal | null => {
  if (reason instanceof Refusal) return reason;
  if (isUniqueViolation(reason)) return new Refusal(409, 'Something with that name already exists.');
  if (isForeignKeyViolation(reason)) return new Refusal(409, 'Something that this belongs to has just been removed.');
  if (isSerializationFailure(reason)) return busy();
  if (isUnstorable(reason)) return new Refusal(400, 'The text holds characters that cannot be stored.');
  const status = 'statusCode' in reason ? reason.statusCode : undefined;
  if (status !== undefined && status >= 400 && status < 500) return new Refusal(status, FRAMEWORK_MESSAGES[status] ?? 'The request was refused.');
  return null;
};

/** An address that nothing has: unknown, longer than any, or impossible to decode. */
export const answerNotFound = (reply: FastifyReply): FastifyReply => reply.code(404).header('cache-control', 'no-store').send({ message: 'Not found.' });

/** Errors as NS-09 says: `{ message, errors? }`; a bug answers 500 and tells only the log. */
export const registerErrors = (app: FastifyInstance): void => {
  app.setErrorHandler((reason: FastifyError, request, reply) => {
    const refusal = toRefusal(reason);
    reply.header('cache-control', 'no-store');
    if (refusal === null) {
      request.log.error({ err: reason, method: request.method, route: request.routeOptions.url }, 'a request failed');
      return reply.code(500).send({ message: 'Something went wrong on our side.' });
    }
    return reply
      .code(refusal.status)
      .headers({ ...refusal.headers })
      .send({ message: refusal.message, ...(refusal.errors === undefined ? {} : { errors: refusal.errors }) });
  });
  app.setNotFoundHandler((_request, reply) => answerNotFound(reply));
};
