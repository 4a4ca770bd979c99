import type * as v from 'valibot';
import type { Role } from '../domain/roles.ts';
import type { RequestHeader } from './request-headers.ts';

type AnySchema = v.GenericSchema;

/** Callers of an endpoint: anyone, any signed-in member of staff, or staff with at least this role (NS-08; `contributor` < `editor` < `admin`). */
export type Access = 'public' | 'staff' | Role;

/**
 * One endpoint of the provider (spec section 7). The endpoint table drives the provider's validation and serialisation, the client's types and the access
 * tests. `path` is below `/api` and may have `:name` parameters. `response` is the schema of the payload: with `envelope: 'data'` the HTTP body is `{ data:
 * payload }`, with `'bare'` it is the payload itself. A `'page'` row, created by `paginated`, reads a list endpoint together with its page information.
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
  readonly body?: Body;
  /** `multipart` bodies use the same names for the form fields. The provider validates files separately. */
  readonly bodyType?: 'json' | 'multipart';
  /** File of a multipart form: its field name and type, and whether the request fails without it. */
  readonly file?: { readonly name: string; readonly type: 'image/*' | 'application/zip'; readonly isRequired?: true };
  readonly query?: Query;
  /** Status of a successful response; default 200. */
  readonly status?: 200 | 201;
  /** Headers that our clients send with every request. Providers do not require them. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Optional headers that the provider reads. */
  readonly acceptedHeaders?: readonly RequestHeader[];
  /** A bound session needs a password or passkey confirmation from the last 15 minutes; otherwise 403 with `errors.confirmation`. */
  readonly needsRecentSignIn?: true;
  /**
   * Each request needs a passkey confirmation if the caller's account has a passkey (decision 087); otherwise 403 with `errors.confirmation` and
   * `errors.passkey`.
   */
  readonly asksForPasskey?: true;
  /**
   * Staff may call this endpoint before they have set up the second factor that their role requires. Other endpoints respond with 403 and
   * `errors.secondFactor`.
   */
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
