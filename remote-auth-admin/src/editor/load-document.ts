import type { ApiError } from '@site/shared/contracts/api-error';
import type { AnswerOf, Endpoint } from '@site/shared/contracts/endpoint';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { LoaderFunctionArgs } from '@site/shared/router';

/** What the address names, or null for the address of a new one. */
export const loadDocument =
  <E extends Endpoint>({ http }: HostServices, get: E, name: string) =>
  async ({ params: { id = '' }, request }: LoaderFunctionArgs): Promise<Result<AnswerOf<E> | null, ApiError>> =>
    id === 'new' ? success(null) : http.call(get, { params: { [name]: id }, signal: request.signal });
