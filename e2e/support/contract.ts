import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';

interface Content {
  readonly schema: object;
}
interface Parameter {
  readonly name: string;
  readonly in: 'path' | 'query' | 'header';
  readonly required: boolean;
  readonly schema: object;
}
interface Reply {
  readonly $ref?: string;
  readonly content?: Readonly<Record<string, Content>>;
}
interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly required: boolean; readonly content: Readonly<Record<string, Content>> };
  readonly responses: Readonly<Record<string, Reply>>;
}
export interface OpenApi {
  readonly paths: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly components: { readonly responses: Readonly<Record<string, Reply>>; readonly schemas: Readonly<Record<string, object>> };
}

/** A request and its response. A body is undefined if it was not collected, and empty if there was none. */
export interface Exchange {
  readonly method: string;
  readonly url: string;
  readonly requestHeaders: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly hasRequestBody: boolean;
  readonly requestBody: string | undefined;
  readonly status: number;
  readonly responseHeaders: Readonly<Record<string, string | readonly string[] | undefined>>;
  readonly responseBody: string | undefined;
}

interface Verdict {
  /** Name of the documented operation; for an undocumented request, the method and path. */
  readonly operation: string;
  readonly isDocumented: boolean;
  readonly findings: readonly string[];
}

export const JSON_TYPE = 'application/json';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'];

export const getMediaType = (header: string | readonly string[] | undefined): string | undefined =>
  String(header ?? '')
    .split(';')[0]
    ?.trim()
    .toLowerCase() || undefined;
const isSuccess = (status: number): boolean => status >= 200 && status < 300;

/** Reads the operations of a document. Fixed parts of a path take precedence over parameters. */
const readPaths = ({ paths }: OpenApi) =>
  Object.entries(paths)
    .map(([path, item]) => ({
      path,
      pattern: new RegExp(`^${path.replaceAll('.', '\\.').replaceAll(/\{\w+\}/g, '[^/]+')}$`),
      // The document comes from the provider, whose linter has checked its structure.
      operations: new Map(METHODS.flatMap((method) => (item[method] === undefined ? [] : [[method, item[method] as Operation] as const]))),
    }))
    .sort((a, b) => a.path.split('{').length - b.path.split('{').length);

const parseJson = (body: string): { readonly value: unknown } | undefined => {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return undefined;
  }
};

/**
 * Compares exchanges with an OpenAPI document. A schema may be less strict than the provider, because no schema can fully express the provider's rules. A
 * request that the schema accepts and the provider rejects is therefore not a finding.
 */
export const createContract = (document: OpenApi) => {
  const paths = readPaths(document);
  // Do not validate formats, because the schemas express these rules as patterns.
  const json = new Ajv2020({ strict: false, validateFormats: false });
  // Query values are strings, but some of their schemas expect numbers.
  const texts = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: true });
  const compiledSchemas = new Map<object, ValidateFunction>();
  const compile = (schema: object, isParameter: boolean): ValidateFunction => {
    const { components } = document;
    return isParameter ? texts.compile({ properties: { value: schema }, components }) : json.compile({ ...schema, components });
  };
  const findProblem = (schema: object, value: unknown, isParameter = false): string | undefined => {
    try {
      const validate = compiledSchemas.get(schema) ?? compile(schema, isParameter);
      compiledSchemas.set(schema, validate);
      if (validate(isParameter ? { value } : value)) return undefined;
      const [error] = validate.errors ?? [];
      // Count the same fault in several list items as one finding.
      return `${error?.instancePath.replaceAll(/\/\d+/g, '/*') || 'the whole'} ${error?.message}`;
    } catch (error) {
      // Report a schema that cannot be read as a finding, so that the run continues with the other checks.
      return `the schema cannot be read: ${String(error)}`;
    }
  };
  const findJsonProblem = (schema: object, body: string): string | undefined => {
    const parsed = parseJson(body);
    return parsed === undefined ? 'is not JSON' : findProblem(schema, parsed.value);
  };

  const checkRequest = ({ parameters = [], requestBody }: Operation, exchange: Exchange): string[] => {
    const query = new URL(exchange.url, 'http://provider').searchParams;
    const names = parameters.flatMap((parameter) => (parameter.in === 'query' ? [parameter.name] : []));
    const unknown = [...new Set(query.keys())].filter((name) => !names.includes(name)).map((name) => `accepted the undocumented parameter ${name}`);
    const invalidParameters = parameters.flatMap(({ name, in: location, required, schema }) => {
      if (location === 'path') return [];
      const value = location === 'query' ? query.get(name) : exchange.requestHeaders[name.toLowerCase()];
      if (value === null || value === undefined) return required ? [`accepted without the required ${location} parameter ${name}`] : [];
      const problem = findProblem(schema, value, true);
      return problem === undefined ? [] : [`accepted a value of the ${location} parameter ${name} that the schema rejects: ${problem}`];
    });
    return [...unknown, ...invalidParameters, ...checkRequestBody(requestBody, exchange)];
  };

  const checkRequestBody = (documentedContent: Operation['requestBody'], { hasRequestBody, requestHeaders, requestBody }: Exchange): string[] => {
    if (documentedContent === undefined) return [];
    if (!hasRequestBody) return documentedContent.required ? ['accepted without the required body'] : [];
    const type = getMediaType(requestHeaders['content-type']);
    if (type === undefined) return ['accepted a body without a Content-Type'];
    const content = documentedContent.content[type];
    if (content === undefined) return [`accepted a body of the undocumented type ${type}`];
    const problem = requestBody === undefined ? undefined : findJsonProblem(content.schema, requestBody);
    return problem === undefined ? [] : [`accepted a body that the schema rejects: ${problem}`];
  };

  const checkResponse = ({ responses }: Operation, { method, status, responseHeaders, responseBody }: Exchange): string[] => {
    // The default response documents server errors of the provider.
    const documentedResponse = responses[status] ?? (status >= 500 ? responses.default : undefined);
    if (documentedResponse === undefined) return ['an undocumented status'];
    const { content } =
      documentedResponse.$ref === undefined ? documentedResponse : (document.components.responses[documentedResponse.$ref.split('/').at(-1) ?? ''] ?? {});
    if (method === 'HEAD') return [];
    const type = getMediaType(responseHeaders['content-type']);
    if (content === undefined) return responseBody ? ['a body that is not documented'] : [];
    if (type === undefined) return ['a response without a Content-Type'];
    const documentedContent = content[type];
    if (documentedContent === undefined) return [`a response of the undocumented type ${type}`];
    const problem = responseBody === undefined ? undefined : findJsonProblem(documentedContent.schema, responseBody);
    return problem === undefined ? [] : [`the response does not match its schema: ${problem}`];
  };

  const check = (exchange: Exchange): Verdict => {
    const { method, status, responseHeaders } = exchange;
    const { pathname } = new URL(exchange.url, 'http://provider');
    const match = paths.find(({ pattern }) => pattern.test(pathname));
    const operation = match?.operations.get(method === 'HEAD' ? 'get' : method.toLowerCase());
    if (operation !== undefined) {
      const findings = [...(isSuccess(status) ? checkRequest(operation, exchange) : []), ...checkResponse(operation, exchange)];
      return { operation: operation.operationId, isDocumented: true, findings };
    }
    const isRefused = match === undefined ? status === 404 : status === 405 && responseHeaders.allow !== undefined;
    const findings = isRefused ? [] : [match === undefined ? 'an undocumented path' : 'an undocumented method'];
    return { operation: `${method} ${match?.path ?? pathname}`, isDocumented: false, findings };
  };

  return { operations: paths.flatMap(({ operations }) => [...operations.values()].map(({ operationId }) => operationId)), check };
};
export type Contract = ReturnType<typeof createContract>;
