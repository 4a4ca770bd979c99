import { errorBodySchema } from '@site/shared/contracts/api-error';
import type { Access, Endpoint } from '@site/shared/contracts/endpoint';
import { ALL_ENDPOINTS } from '@site/shared/contracts/endpoints';
import { pageInfoSchema } from '@site/shared/contracts/pagination';
import { REQUEST_HEADERS, type RequestHeader } from '@site/shared/contracts/request-headers';
import { PRODUCT_VERSION } from '@site/shared/domain/product-version';
import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema';
import * as v from 'valibot';
import { GENERAL_RULES } from './api-texts/general-rules.ts';
import { describeField, describeParameter } from './api-texts/parameters.ts';
import type { OperationName } from './api-texts/topic.ts';
import { describeOperation, TOPICS, toMarkdownList } from './api-texts/topics.ts';
import { isPublicRead } from './mount-endpoint.ts';

type AnySchema = v.GenericSchema;

/** Adds the minimum and maximum length of texts, which the converter does not support. JSON Schema counts code points, as these rules do. */
const addLengthLimits: ConversionConfig['overrideAction'] = ({ valibotAction, jsonSchema }) => {
  if (!('requirement' in valibotAction) || typeof valibotAction.requirement !== 'number') return undefined;
  if (valibotAction.type === 'max_code_points') return { ...jsonSchema, maxLength: valibotAction.requirement };
  if (valibotAction.type === 'min_code_points') return { ...jsonSchema, minLength: valibotAction.requirement };
  return undefined;
};

/** Converts a Valibot schema to JSON Schema. Omits custom checks and rules that follow a transformation; the provider still enforces them. */
const toSchema = (schema: AnySchema, typeMode: 'input' | 'output'): JsonSchema => {
  const { $schema: _dialect, ...definition } = toJsonSchema(schema, {
    typeMode,
    errorMode: 'ignore',
    target: 'draft-2020-12',
    overrideAction: addLengthLimits,
  });
  return definition;
};

const NO_FIELDS = v.object({});

/** Adds a description to each field of a request body, or of each variant of the body. */
const describeFields = (name: OperationName, schema: JsonSchema): JsonSchema => {
  const { properties, oneOf, allOf } = schema;
  const describe = (part: JsonSchema | boolean) => (typeof part === 'object' ? describeFields(name, part) : part);
  const toField = ([field, definition]: readonly [string, JsonSchema | boolean]) =>
    [field, typeof definition === 'object' ? { ...definition, ...describeField(name, field) } : definition] as const;
  return {
    ...schema,
    ...(properties === undefined ? {} : { properties: Object.fromEntries(Object.entries(properties).map(toField)) }),
    ...(oneOf === undefined ? {} : { oneOf: oneOf.map(describe) }),
    ...(allOf === undefined ? {} : { allOf: allOf.map(describe) }),
  };
};

const toRequestBody = (operation: OperationName, row: Endpoint): object => {
  if (row.body === undefined && row.file === undefined) return {};
  const fields = row.body ?? NO_FIELDS;
  const schema = describeFields(operation, toSchema(fields, 'input'));
  const json = { 'application/json': { schema } };
  const isBodyRequired = row.file?.isRequired === true || !v.is(fields, {});
  if (row.bodyType !== 'multipart') return { requestBody: { required: isBodyRequired, content: json } };
  if (row.file === undefined) return { requestBody: { required: isBodyRequired, content: { 'multipart/form-data': { schema }, ...json } } };
  const { name, type, isRequired = false } = row.file;
  const schemaWithFile = {
    ...schema,
    properties: { ...schema.properties, [name]: { type: 'string', contentMediaType: type } },
    ...(isRequired ? { required: [...(schema.required ?? []), name] } : {}),
  };
  return { requestBody: { required: isBodyRequired, content: { 'multipart/form-data': { schema: schemaWithFile }, ...(isRequired ? {} : json) } } };
};

const toHeader = (name: RequestHeader): object => {
  const { description, ...schema } = toSchema(REQUEST_HEADERS[name], 'input');
  return { name, description, schema };
};
const IF_NONE_MATCH = { name: 'If-None-Match', description: '`ETag` of a copy that the client has.', schema: { type: 'string' } };

const toParameters = (operation: OperationName, row: Endpoint): object[] => {
  const { properties = {}, required = [] } = row.query === undefined ? {} : toSchema(row.query, 'input');
  const headers = (row.acceptedHeaders ?? []).map(toHeader);
  return [
    ...Object.entries(properties).map(([name, schema]) => ({
      name,
      in: 'query',
      ...describeParameter(operation, name),
      required: required.includes(name),
      schema,
    })),
    ...[...headers, ...(isPublicRead(row) ? [IF_NONE_MATCH] : [])].map((header) => ({ ...header, in: 'header', required: false })),
  ];
};

const toResponseSchema = (row: Endpoint): object => {
  const payload = toSchema(row.response, 'output');
  if (row.envelope !== 'data') return payload;
  const page = row.query === undefined || row.response.type !== 'array' ? {} : { page: toSchema(pageInfoSchema, 'output') };
  return { type: 'object', properties: { data: payload, ...page }, required: ['data'] };
};

interface Failure {
  readonly status: number;
  readonly description: string;
  readonly isPossible: (row: Endpoint) => boolean;
}

const isWrite = ({ method }: Endpoint): boolean => method !== 'GET';
const hasParameters = ({ path }: Endpoint): boolean => path.includes(':');

/** Error responses and the endpoints that may send them. Any endpoint may also respond with 500. */
const FAILURES: readonly Failure[] = [
  { status: 400, description: 'The path, a header, the JSON or the form cannot be read', isPossible: (row) => isWrite(row) || hasParameters(row) },
  { status: 401, description: 'Not signed in, or the session has ended', isPossible: () => true },
  { status: 403, description: 'Not allowed for this caller, or a confirmation or second factor is missing', isPossible: ({ access }) => access !== 'public' },
  { status: 404, description: 'Does not exist, or is hidden from this caller', isPossible: (row) => isWrite(row) || hasParameters(row) },
  { status: 409, description: 'Conflicts with what is stored, or with a change in the meantime', isPossible: isWrite },
  {
    status: 412,
    description: 'Has changed since the version of `If-Match`',
    isPossible: ({ acceptedHeaders }) => acceptedHeaders?.includes('If-Match') === true,
  },
  { status: 413, description: 'The body or a file is too large', isPossible: isWrite },
  { status: 415, description: 'The type of the body or of a file is not accepted', isPossible: isWrite },
  { status: 422, description: 'Some fields or parameters are invalid: messages by field', isPossible: (row) => isWrite(row) || row.query !== undefined },
  { status: 429, description: 'Too many requests; `Retry-After` says when to try again', isPossible: (row) => isWrite(row) || isPublicRead(row) },
  { status: 503, description: 'Overloaded, or a store cannot be used; `Retry-After` says when to try again', isPossible: () => true },
];

/** Lists the statuses with which an endpoint may respond, except 500. */
export const listStatuses = (row: Endpoint): number[] => [
  row.status ?? 200,
  ...(isPublicRead(row) ? [304] : []),
  ...FAILURES.filter(({ isPossible }) => isPossible(row)).map(({ status }) => status),
];

const toFailure = (description: string): object => ({ description, content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } });
const UNEXPECTED_RESPONSE = { $ref: '#/components/responses/Unexpected' };
const toResponseReference = (status: number): object => ({ $ref: `#/components/responses/Status${status}` });

const toResponses = (row: Endpoint): object => ({
  ...Object.fromEntries(listStatuses(row).map((status) => [status, toResponseReference(status)])),
  [row.status ?? 200]: { description: 'Done', content: { 'application/json': { schema: toResponseSchema(row) } } },
  default: UNEXPECTED_RESPONSE,
});

const CALLER_NAMES: Readonly<Record<Access, string>> = {
  public: 'everyone',
  staff: 'staff',
  contributor: 'staff',
  editor: 'editors',
  admin: 'administrators',
};
const toAccess = ({ access, needsRecentSignIn, asksForPasskey }: Endpoint): string =>
  [CALLER_NAMES[access], ...(needsRecentSignIn === true ? ['recent sign-in'] : []), ...(asksForPasskey === true ? ['passkey'] : [])].join(', ');

const toOperation = (name: OperationName, row: Endpoint): object => ({
  ...describeOperation(name, toAccess(row)),
  parameters: toParameters(name, row),
  ...toRequestBody(name, row),
  security: row.access === 'public' ? [{}, { bearer: [] }] : [{ bearer: [] }],
  responses: toResponses(row),
});

const toPathParameters = (path: string): object => {
  const parameters = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } }));
  return parameters.length === 0 ? {} : { parameters };
};

const revisionHeader = (description: string): object => ({ description, schema: { type: 'integer' } });

/** Security requirement of operations that need no token. */
const PUBLIC_SECURITY = [{}];

/** Operations that are not in the endpoint table, because their responses are not JSON or have no schema. */
const OTHER_OPERATIONS: Readonly<Record<string, object>> = {
  '/api/revision': {
    ...describeOperation('getRevision', CALLER_NAMES.public),
    security: PUBLIC_SECURITY,
    responses: {
      204: {
        description: 'The revision of the content, in the headers',
        headers: {
          'X-Content-Revision': revisionHeader('Increases with each change of content'),
          'X-Public-Revision': revisionHeader('The last revision that changed something for visitors'),
          'X-Withdrawal-Revision': revisionHeader('The last revision that may have withdrawn something public'),
        },
      },
      503: toResponseReference(503),
      default: UNEXPECTED_RESPONSE,
    },
  },
  '/api/openapi.json': {
    ...describeOperation('getOpenApi', CALLER_NAMES.public),
    security: PUBLIC_SECURITY,
    responses: { 200: { description: 'This document', content: { 'application/json': { schema: { type: 'object' } } } }, default: UNEXPECTED_RESPONSE },
  },
  '/api/transfer/files/{token}': {
    ...describeOperation('downloadExport', 'everyone who has the path of `createExport`'),
    security: PUBLIC_SECURITY,
    responses: {
      200: { description: 'The export', content: { 'application/zip': { schema: {} } } },
      400: toResponseReference(400),
      404: toResponseReference(404),
      503: toResponseReference(503),
      default: UNEXPECTED_RESPONSE,
    },
  },
};

/** Returns the operations, keyed by path. Paths that differ only in their parameter names are merged and use the names from the GET operation. */
const createPaths = (): Readonly<Record<string, object>> => {
  const paths: Record<string, object> = {};
  const pathsByTemplate = new Map<string, string>();
  const orderedEndpoints = [...ALL_ENDPOINTS].sort(([, a], [, b]) => Number(isWrite(a)) - Number(isWrite(b)));
  for (const [name, row] of orderedEndpoints) {
    const template = row.path.replaceAll(/:\w+/g, ':');
    const path = pathsByTemplate.get(template) ?? `/api${row.path.replaceAll(/:(\w+)/g, '{$1}')}`;
    pathsByTemplate.set(template, path);
    paths[path] = { ...(paths[path] ?? toPathParameters(path)), [row.method.toLowerCase()]: toOperation(name, row) };
  }
  for (const [path, get] of Object.entries(OTHER_OPERATIONS)) paths[path] = { ...toPathParameters(path), get };
  return paths;
};

/** Creates the OpenAPI 3.1 document from the endpoint table. */
export const createOpenApi = (): object => ({
  openapi: '3.1.0',
  info: {
    title: 'Provider',
    version: PRODUCT_VERSION,
    license: { name: 'MIT', identifier: 'MIT' },
    description: GENERAL_RULES.map(({ name, rules }) => `## ${name}\n\n${toMarkdownList(rules)}`).join('\n\n'),
  },
  // The site's own origin, where the host forwards API requests to the provider.
  servers: [{ url: '/' }],
  tags: TOPICS.map(({ name, rules }) => ({ name, description: toMarkdownList(rules) })),
  paths: createPaths(),
  components: {
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
    schemas: { Error: toSchema(errorBodySchema, 'output') },
    responses: {
      Unexpected: toFailure('The provider has failed; the body has a message'),
      Status304: { description: 'The copy that `If-None-Match` names is current' },
      ...Object.fromEntries(FAILURES.map(({ status, description }) => [`Status${status}`, toFailure(description)])),
    },
  },
});
