import { errorBodySchema } from '@site/shared/contracts/api-error';
import type { Endpoint } from '@site/shared/contracts/endpoint';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { pageInfoSchema } from '@site/shared/contracts/pagination';
import { KINDS } from '@site/shared/domain/kinds';
import { type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import type * as v from 'valibot';
import { ALL_KINDS } from '../database/document-kinds.ts';

type AnySchema = v.GenericSchema;

/** Converts a schema. Rules that JSON Schema cannot express (checks, transformations) are left out; the provider still enforces them. */
const toSchema = (schema: AnySchema, typeMode: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...definition } = toJsonSchema(schema, { typeMode, errorMode: 'ignore', target: 'draft-2020-12' });
  return definition;
};

const FILE_FIELDS: Readonly<Record<string, string>> = {
  ...Object.fromEntries(ALL_KINDS.map(({ kind }) => [`/${KINDS[kind.name].path}`, kind.image.name])),
  '/pictures': 'image',
  '/media': 'image',
};
const getFileField = (path: string): string => FILE_FIELDS[`/${path.split('/')[1] ?? ''}`] ?? 'file';

const toRequestBody = (row: Endpoint): object => {
  if (row.body === undefined) return {};
  const schema = toSchema(row.body, 'input');
  if (row.bodyType !== 'multipart') return { requestBody: { required: true, content: { 'application/json': { schema } } } };
  const withFile = { ...schema, properties: { ...schema.properties, [getFileField(row.path)]: { type: 'string', contentMediaType: 'image/*' } } };
  return { requestBody: { required: true, content: { 'multipart/form-data': { schema: withFile }, 'application/json': { schema } } } };
};

const toParameters = (row: Endpoint): object[] => {
  const inPath = [...row.path.matchAll(/:(\w+)/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  const query = row.query === undefined ? {} : (toSchema(row.query, 'input').properties ?? {});
  return [...inPath, ...Object.entries(query).map(([name, schema]) => ({ name, in: 'query', required: false, schema }))];
};

const toResponseSchema = (row: Endpoint): object => {
  const payload = toSchema(row.response, 'output');
  if (row.envelope !== 'data') return payload;
  const page = row.query === undefined || row.response.type !== 'array' ? {} : { page: toSchema(pageInfoSchema, 'output') };
  return { type: 'object', properties: { data: payload, ...page }, required: ['data'] };
};

const failure = (description: string): object => ({ description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } });

const toOperation = (name: string, row: Endpoint): object => ({
  operationId: name,
  summary: row.access === 'public' ? 'For everyone' : `For ${row.access === 'staff' ? 'all staff' : `${row.access}s and above`}`,
  parameters: toParameters(row),
  ...toRequestBody(row),
  security: row.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
  responses: {
    [row.status ?? 200]: { description: 'Done', content: { 'application/json': { schema: toResponseSchema(row) } } },
    ...(row.access === 'public' ? {} : { 401: failure('Not signed in'), 403: failure('Not allowed for this role') }),
    default: failure('Rejected, with a message and messages by field'),
  },
});

/** Creates the OpenAPI 3.1 document from the endpoint table. */
export const createOpenApi = (): object => {
  const paths: Record<string, Record<string, object>> = {};
  for (const [name, row] of ALL_ENDPOINTS) {
    const path = `/api${row.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [row.method.toLowerCase()]: toOperation(name, row) };
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Provider', version: '1.0.0', description: 'Content, sign-in and applications of the site. Errors are `{ message, errors?, savedBy? }`.' },
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { Error: toSchema(errorBodySchema, 'output') },
    },
  };
};
