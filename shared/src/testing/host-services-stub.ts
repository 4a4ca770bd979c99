import * as v from 'valibot';
import { createStore } from 'zustand/vanilla';
import type { ApiError, ApiErrorKind } from '../contracts/api-error.ts';
import type { Session } from '../contracts/auth.ts';
import type { Endpoint, ResponseOf } from '../contracts/endpoint.ts';
import type { SiteConfig } from '../contracts/site.ts';
import { failure, type Result, success } from '../domain/result.ts';
import type { AuthState, CallInput, HostServices, NotifyOptions } from '../remote/host-services.ts';
import { siteFixture } from './fixtures.ts';

const STATUS_BY_KIND: Readonly<Record<ApiErrorKind, number | undefined>> = {
  network: undefined,
  server: 500,
  unauthorized: 401,
  forbidden: 403,
  'not-found': 404,
  conflict: 409,
  invalid: 422,
  'too-many': 429,
  unexpected: 418,
};

/** Creates a failure for `responses`: `apiError('server', 'The message of the server')`. */
export const apiError = (kind: ApiErrorKind, message = '', errors?: Readonly<Record<string, string>>): ApiError => {
  const status = STATUS_BY_KIND[kind];
  return { kind, message, ...(status === undefined ? {} : { status }), ...(errors === undefined ? {} : { errors }) };
};

const isApiError = (value: unknown): value is ApiError =>
  typeof value === 'object' && value !== null && 'kind' in value && 'message' in value && typeof value.kind === 'string' && value.kind in STATUS_BY_KIND;

export type StubInput = CallInput<Endpoint>;
/** Response of an endpoint: the payload (inside `data`), a failure, or a function of the request's input that returns one of these or a promise of one. */
export type StubResponse = readonly [Endpoint, unknown];

export interface StubOptions {
  readonly responses?: readonly StubResponse[];
  readonly session?: Session;
  readonly site?: Partial<SiteConfig>;
}

interface RecordedCall {
  readonly endpoint: Endpoint;
  readonly input: StubInput;
}

interface RecordedToast {
  readonly kind: 'success' | 'error';
  readonly message: string;
  readonly options?: NotifyOptions;
}

/** Host services for a remote, with a record of their use. */
export interface HostServicesStub extends HostServices {
  readonly calls: readonly RecordedCall[];
  /** Inputs of the requests to one endpoint, whether for the plain list or for a page, in order. */
  getCalls(endpoint: Endpoint): readonly StubInput[];
  readonly toasts: readonly RecordedToast[];
  readonly celebrations: () => number;
  respond(endpoint: Endpoint, response: unknown): void;
}

const getName = (endpoint: Endpoint): string => `${endpoint.method} ${endpoint.path}`;

/**
 * Finds the prepared response of a request. Page rows may have their own responses. Otherwise they fall back to the plain list of the same endpoint, like a
 * server without paging.
 */
const findResponse = (responses: ReadonlyMap<Endpoint, unknown>, endpoint: Endpoint): { readonly value: unknown; readonly plain?: Endpoint } | undefined => {
  if (responses.has(endpoint)) return { value: responses.get(endpoint) };
  const matchingEntry = [...responses].find(
    ([row]) => getName(row) === getName(endpoint) && (row.envelope === endpoint.envelope || endpoint.envelope === 'page'),
  );
  if (matchingEntry === undefined) return undefined;
  return { value: matchingEntry[1], ...(matchingEntry[0].envelope === endpoint.envelope ? {} : { plain: matchingEntry[0] }) };
};

const parse = <Schema extends v.GenericSchema>(schema: Schema, value: unknown, what: string): v.InferOutput<Schema> => {
  const parsed = v.safeParse(schema, value);
  if (parsed.success) return parsed.output;
  throw new Error(`${what} does not fit the contract: ${parsed.issues.map((issue) => `${v.getDotPath(issue) ?? 'the value'}: ${issue.message}`).join('; ')}`);
};

const checkInput = (endpoint: Endpoint, input: StubInput): void => {
  for (const [, name = ''] of endpoint.path.matchAll(/:(\w+)/g)) {
    if (!input.params?.[name]) throw new Error(`${getName(endpoint)} was called without the parameter "${name}".`);
  }
  if (endpoint.body !== undefined && !(input.body instanceof FormData)) parse(endpoint.body, input.body, `The body of ${getName(endpoint)}`);
  if (endpoint.query !== undefined && input.query !== undefined) parse(endpoint.query, input.query, `The query of ${getName(endpoint)}`);
};

const createAuth = (session: Session | undefined) =>
  createStore<AuthState>()((set, get) => ({
    user: session?.user ?? null,
    token: session?.token ?? null,
    isAuthenticated: () => get().token !== null,
    now: Date.now,
    start: ({ token, user }) => set({ token, user }),
    signOut: async () => set({ token: null, user: null }),
    loadUser: async () => get().user,
  }));

/**
 * Host services for tests. The endpoints' real schemas validate the responses, so a fixture that no server could send throws. A request without a prepared
 * response throws too. Shows the same toasts as the real client (ERR-01, ERR-02).
 */
export const hostServicesStub = ({ responses = [], session, site }: StubOptions = {}): HostServicesStub => {
  const prepared = new Map<Endpoint, unknown>(responses);
  const calls: RecordedCall[] = [];
  const toasts: RecordedToast[] = [];
  let celebrations = 0;

  const recordToast = (kind: RecordedToast['kind']) => (message: string, options?: NotifyOptions) => {
    toasts.push({ kind, message, ...(options === undefined ? {} : { options }) });
  };
  const notify = { success: recordToast('success'), error: recordToast('error') };

  const call = async <E extends Endpoint>(endpoint: E, callInput?: CallInput<E>): Promise<Result<ResponseOf<E>, ApiError>> => {
    // The stub handles all endpoints alike. The endpoint's schema below checks the type.
    const input = (callInput ?? {}) as StubInput;
    calls.push({ endpoint, input });
    checkInput(endpoint, input);
    const found = findResponse(prepared, endpoint);
    if (found === undefined)
      throw new Error(`No response is prepared for ${getName(endpoint)}: add it to hostServicesStub({ responses: [[endpoint, payload]] }).`);
    const response = found.value;
    const value: unknown = typeof response === 'function' ? await response(input) : response;
    if (input.signal?.aborted) return failure(apiError('network'));
    if (isApiError(value)) {
      if (!input.silent && (value.kind === 'network' || value.kind === 'server')) notify.error(value.message || 'An error occurred');
      return failure(value);
    }
    // The endpoint's schema has just parsed the value, so it has the schema's output type.
    const payload =
      found.plain !== undefined ? { items: parse(found.plain.response, value, `The response prepared for ${getName(endpoint)}`), page: null } : value;
    return success(parse(endpoint.response, payload, `The response prepared for ${getName(endpoint)}`) as ResponseOf<E>);
  };

  return {
    http: { call },
    auth: createAuth(session),
    notify,
    celebrate: () => {
      celebrations += 1;
    },
    site: siteFixture(site),
    calls,
    getCalls: (endpoint) => calls.filter((each) => getName(each.endpoint) === getName(endpoint)).map((each) => each.input),
    toasts,
    celebrations: () => celebrations,
    respond: (endpoint, response) => {
      prepared.set(endpoint, response);
    },
  };
};
