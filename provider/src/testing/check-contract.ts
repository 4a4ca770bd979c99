import { errorBodySchema } from '@site/shared/contracts/api-error';
import type { Endpoint } from '@site/shared/contracts/endpoint';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { pageInfoSchema } from '@site/shared/contracts/pagination';
import type { LightMyRequestResponse } from 'fastify';
import * as v from 'valibot';
import { listStatuses } from '../http/openapi.ts';

// Fixed parts take precedence over `:names`, as in the router.
const ROWS = ALL_ENDPOINTS.map(([, row]) => ({ row, pattern: new RegExp(`^/api${row.path.replaceAll(/:\w+/g, '[^/]+')}$`) })).sort(
  (one, other) => one.row.path.split(':').length - other.row.path.split(':').length,
);
const strictError = v.strictObject(errorBodySchema.entries);

/** Returns the schema of a response body, which may have no other properties. A paginated list also has page information; lists for staff are paginated when they are long. */
export const getBodySchema = (row: Endpoint, url: string): v.GenericSchema => {
  if (row.envelope !== 'data') return row.response;
  const isPart = row.response.type === 'array' && (row.access !== 'public' || new URLSearchParams(url.split('?')[1]).has('limit'));
  return isPart ? v.strictObject({ data: row.response, page: v.optional(pageInfoSchema) }) : v.strictObject({ data: row.response });
};

/** Validates every response of every test against the shared schema and the statuses in the API's document, and returns it. */
export const checkContract = (method: string, url: string, response: LightMyRequestResponse): LightMyRequestResponse => {
  const path = url.split('?')[0] ?? '';
  const found = ROWS.find(({ row, pattern }) => row.method === method && pattern.test(path));
  if (found === undefined) return response;
  if (response.statusCode !== 500) expect(listStatuses(found.row)).toContain(response.statusCode);
  if (response.statusCode >= 400) {
    v.parse(strictError, response.json());
    return response;
  }
  const { row } = found;
  expect(response.json()).toEqual(v.parse(getBodySchema(row, url), response.json()));
  return response;
};
