import type { Endpoint } from '@site/shared/contracts/endpoint';
import type { JsonSchema } from '@valibot/to-json-schema';
import { createOpenApi } from '../http/openapi.ts';
import type { TestApp } from './test-app.ts';

interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: JsonSchema;
}
interface Content {
  readonly schema: JsonSchema;
}
interface Operation {
  readonly tags: readonly string[];
  readonly parameters: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, { readonly $ref?: string; readonly content?: Readonly<Record<string, Content>> }>>;
}
type PathItem = Readonly<Record<'get' | 'post' | 'put' | 'delete', Operation>> & { readonly parameters?: readonly Parameter[] };

export const openApi: { readonly paths: Readonly<Record<string, PathItem>>; readonly components: { readonly responses: object } } = JSON.parse(
  JSON.stringify(createOpenApi()),
);

export const METHODS = ['get', 'post', 'put', 'delete'] as const;
export const removeParameterNames = (path: string): string => path.replaceAll(/:\w+|\{\w+\}/g, '{}');
export const findOperation = (row: Pick<Endpoint, 'method' | 'path'>): Operation => {
  const item = Object.entries(openApi.paths).find(([path]) => removeParameterNames(path) === removeParameterNames(`/api${row.path}`))?.[1];
  const operation = item?.[METHODS.find((method) => method.toUpperCase() === row.method) ?? 'get'];
  if (operation === undefined) throw new Error(`The document lacks ${row.method} ${row.path}.`);
  return operation;
};

const TEXTS = ['a', '1', 'one@site.example', '2026-01-01', '/', 'post', 'twelve letters', '0'.repeat(32), '0'.repeat(64)];
/** Returns a short value that a schema in the API description accepts. */
export const sample = (schema: JsonSchema | boolean | undefined): unknown => {
  if (schema === undefined || typeof schema === 'boolean') return {};
  const { const: constant, enum: options, type, pattern = '', format, minLength = 0, properties = {}, required = [] } = schema;
  if (constant !== undefined) return constant;
  if (options !== undefined) return options[0];
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice !== undefined) return sample(choice);
  if (schema.allOf !== undefined) return Object.assign({}, ...schema.allOf.map(sample));
  if (type === 'object') return Object.fromEntries(required.map((name) => [name, sample(properties[name])]));
  if (type === 'array') return Array.from({ length: schema.minItems ?? 0 }, () => sample(Array.isArray(schema.items) ? schema.items[0] : schema.items));
  if (type === 'boolean') return true;
  if (type === 'integer' || type === 'number') return schema.minimum ?? 1;
  const candidateTexts = format === 'email' ? TEXTS.slice(2, 3) : format === 'date' ? TEXTS.slice(3, 4) : TEXTS;
  return candidateTexts.find((text) => text.length >= minLength && new RegExp(pattern, 'u').test(text));
};

export const listQuery = (row: Endpoint): Parameter[] => findOperation(row).parameters.filter((parameter) => parameter.in === 'query');
export const sampleQuery = (row: Endpoint): Record<string, unknown> =>
  Object.fromEntries(
    listQuery(row)
      .filter(({ required }) => required)
      .map(({ name, schema }) => [name, sample(schema)]),
  );
/** Returns the schema of the JSON or form body. If the body has variants, returns the first one. */
export const getBodySchema = (row: Endpoint): JsonSchema => {
  const [content] = Object.values(findOperation(row).requestBody?.content ?? {});
  const first = content?.schema.oneOf?.[0];
  return typeof first === 'object' ? first : (content?.schema ?? {});
};

type Response = Awaited<ReturnType<TestApp['get']>>;

/** Sends a request to an endpoint with a token. Every path parameter is `none`. */
export const createCall =
  (app: () => TestApp, getToken: () => string) =>
  ({ method, path }: Endpoint, query: Readonly<Record<string, unknown>>, payload?: object): Promise<Response> => {
    const search = new URLSearchParams(Object.entries(query).map(([name, value]) => [name, String(value)]));
    const url = `/api${path.replaceAll(/:\w+/g, 'none')}?${search}`;
    return app().server.inject({ method, url, headers: { authorization: `Bearer ${getToken()}` }, ...(payload === undefined ? {} : { payload }) });
  };

export const readErrors = (response: Response): string[] => (response.statusCode === 422 ? Object.keys(response.json<{ errors?: object }>().errors ?? {}) : []);
