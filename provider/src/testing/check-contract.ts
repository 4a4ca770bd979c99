import { errorBodySchema } from '@site/shared/contracts/api-error';
import type { Endpoint } from '@site/shared/contracts/endpoint';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { pageInfoSchema } from '@site/shared/contracts/pagination';
import type { LightMyRequestResponse } from 'fastify';
import * as v from 'valibot';
import { listStatuses } from '../http/openapi.ts';

// Fixed segments take precedence over `:names`, as in the router.
const ROWS = ALL_ENDPOINTS.map(([, row]) => ({ row, pattern: new RegExp(`^/api${row.path.replaceAll(/:\w+/g, '[^/]+')}$`) })).sort(
  (a, b) => a.row.path.split(':').length - b.row.path.split(':').length,
);
const strictError = v.strictObject(errorBodySchema.entries);

/** Returns the strict schema of a response body. A paginated list also has page information. Lists for staff are paginated only if they are long. */
export const getBodySchema = (row: Endpoint, url: string): v.GenericSchema => {
  if (row.envelope !== 'data') return row.response;
  const isPage = row.response.type === 'array' && (row.access !== 'public' || new URLSearchParams(url.split('?')[1]).has('limit'));
  return isPage ? v.strictObject({ data: row.response, page: v.optional(pageInfoSchema) }) : v.strictObject({ data: row.response });
};

/** Checks a response against the shared schema and the documented statuses, and returns it. Called for every response in every test. */
export const checkContract = (method: string, url: string, response: LightMyRequestResponse): LightMyRequestResponse => {
  const path = url.split('?')[0] ?? '';
  const match = ROWS.find(({ row, pattern }) => row.method === method && pattern.test(path));
  if (match === undefined) return response;
  if (response.statusCode !== 500) expect(listStatuses(match.row)).toContain(response.statusCode);
  if (response.statusCode >= 400) {
    v.parse(strictError, response.json());
    return response;
  }
  const { row } = match;
  expect(response.json()).toEqual(v.parse(getBodySchema(row, url), response.json()));
  return response;
};
