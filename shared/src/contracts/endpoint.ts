import type * as v from 'valibot';
import type { Role } from '../domain/roles.ts';

type AnySchema = v.GenericSchema;

/** Who may call: anyone, any signed-in member of staff, or at least that role (NS-08; `contributor` < `editor` < `admin`). */
export type Access = 'public' | 'staff' | Role;

/**
 * One call of the provider (spec section 7). The table drives the provider's validation and serialisation, the client's types and the access tests.
 * `path` is below `/api`, with `:name` parameters. `response` is the payload's schema; with `envelope: 'data'` the HTTP body is `{ data: payload }`,
 * with `'bare'` the body is the payload itself. A `'page'` row reads a list of the table together with its page information (`paginated`).
 */
export interface Endpoint<
  Response extends AnySchema = AnySchema,
  Body extends AnySchema | undefined = AnySchema | undefined,
  Query extends AnySchema | undefined = AnySchema | undefined,
> {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  readonly envelope: 'data' | 'bare' | 'page';
  readonly response: Response;
  /** Schema of the request body, when the call has one. */
  readonly body?: Body;
  /** `multipart` bodies carry the same names as form fields; files are validated by the provider. */
  readonly bodyType?: 'json' | 'multipart';
  readonly query?: Query;
  /** Status of success; default 200. */
  readonly status?: 200 | 201;
  /** Sent by our clients with every call; a provider does not require them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Bound sessions must have given a password or passkey within the last 15 minutes; otherwise 403 with `errors.confirmation`. */
  readonly needsRecentSignIn?: true;
  /** Where the caller's account has a passkey, each call needs it (decision 087); otherwise 403 with `errors.confirmation` and `errors.passkey`. */
  readonly asksForPasskey?: true;
  /** May be called by staff who still have to set up the second factor that their role requires; others get 403 with `errors.secondFactor`. */
  readonly isBeforeSecondFactor?: true;
}

/** Infers the literal types of one row of the endpoint table. */
export const endpoint = <
  const Response extends AnySchema,
  const Body extends AnySchema | undefined = undefined,
  const Query extends AnySchema | undefined = undefined,
>(
  row: Endpoint<Response, Body, Query>,
): Endpoint<Response, Body, Query> => row;

export type ResponseOf<E> = E extends Endpoint<infer Response, infer _B, infer _Q> ? v.InferOutput<Response> : never;
export type RequestBodyOf<E> = E extends Endpoint<infer _R, infer Body, infer _Q> ? (Body extends AnySchema ? v.InferInput<Body> : undefined) : never;
export type QueryOf<E> = E extends Endpoint<infer _R, infer _B, infer Query> ? (Query extends AnySchema ? v.InferInput<Query> : undefined) : never;
