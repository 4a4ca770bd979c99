import type { ApiError } from '@site/shared/contracts/api-error';
import { networkFailure } from '@site/shared/contracts/api-error';
import type { AnswerOf, Endpoint } from '@site/shared/contracts/endpoint';
import { failure, type Result, success } from '@site/shared/domain/result';
import * as v from 'valibot';

/** The payload inside the body: `{ data: payload }`, or a bare list where the provider sends lists so. */
const payloadOf = (endpoint: Endpoint, body: unknown): unknown => {
  if (endpoint.envelope === 'bare') return body === '' ? {} : body;
  if (Array.isArray(body)) return body;
  return typeof body === 'object' && body !== null && 'data' in body ? body.data : undefined;
};

/** A list with the part of it that the server says it is; `page` is missing where a server knows no pages. */
const listOf = (payload: unknown, body: unknown): unknown =>
  Array.isArray(payload) ? { items: payload, page: typeof body === 'object' && body !== null && 'page' in body ? body.page : null } : payload;

const isListSchema = (schema: v.GenericSchema): schema is v.ArraySchema<v.GenericSchema, undefined> => schema.type === 'array';

/** The rows of a list that fit the contract: one that does not must not cost all the others. Undefined when it is no list. */
const readRows = (schema: v.GenericSchema, payload: unknown): unknown[] | undefined => {
  if (!Array.isArray(payload) || !isListSchema(schema)) return undefined;
  return payload.flatMap((row) => {
    const parsed = v.safeParse(schema.item, row);
    return parsed.success ? [parsed.output] : [];
  });
};

/** A successful call: what it carries, checked against the endpoint's schema. An answer without data says that there is nothing. */
export const readAnswer = <E extends Endpoint>(endpoint: E, status: number, body: unknown): Result<AnswerOf<E>, ApiError> => {
  // A body that could not be read to its end: the connection broke.
  if (body === undefined) return networkFailure;
  const payload = payloadOf(endpoint, body);
  const parsed = v.safeParse(endpoint.answer, endpoint.envelope === 'list' ? listOf(payload, body) : payload);
  // The schema is the endpoint's own, which is what AnswerOf means.
  if (parsed.success) return success(parsed.output as AnswerOf<E>);
  const rows = readRows(endpoint.answer, payload);
  if (rows !== undefined) return success(rows as AnswerOf<E>);
  const isNothing = typeof body === 'object' && (payload === null || payload === undefined);
  return failure({ kind: isNothing ? 'not-found' : 'unexpected', message: '', status });
};
