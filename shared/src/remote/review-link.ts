import type { ApiError } from '../contracts/api-error.ts';
import type { ResponseOf } from '../contracts/endpoint.ts';
import { getReviewedDocument } from '../contracts/review.ts';
import type { Result } from '../domain/result.ts';
import type { HostServices } from './host-services.ts';

/** What a link for readers outside of the staff shows. */
export type Reviewed = Result<ResponseOf<typeof getReviewedDocument>, ApiError>;

interface ReviewRequest {
  readonly params: { readonly token?: string | undefined };
  readonly request: Request;
}

/** The loader of a page with the parameter `token`. A link that shows nothing is a value: the page says why, so no toast does. */
export const loadReviewed = ({ http }: Pick<HostServices, 'http'>, { params, request }: ReviewRequest): Promise<Reviewed> =>
  http.call(getReviewedDocument, { params: { token: params.token ?? '' }, signal: request.signal, silent: true });
