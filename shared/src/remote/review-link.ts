import * as v from 'valibot';
import type { ApiError } from '../contracts/api-error.ts';
import type { ResponseOf } from '../contracts/endpoint.ts';
import { getReviewedDocument } from '../contracts/review.ts';
import { type Result, success } from '../domain/result.ts';
import { readDraftFragment } from './draft-fragment.ts';
import type { HostServices } from './host-services.ts';

/** Result of loading a document through a link that needs no session. */
export type Reviewed = Result<ResponseOf<typeof getReviewedDocument>, ApiError>;

interface ReviewRequest {
  readonly params: { readonly token?: string | undefined };
  readonly request: Request;
}

/**
 * Loads the document for a page with the parameter `token`. An invalid link is an error value, because the page explains the failure and no toast is needed. In
 * a staff member's preview, unsaved fields from the URL's fragment replace the stored fields.
 */
export const loadReviewed = async ({ http }: Pick<HostServices, 'http'>, { params, request }: ReviewRequest): Promise<Reviewed> => {
  const reviewed = await http.call(getReviewedDocument, { params: { token: params.token ?? '' }, signal: request.signal, silent: true });
  if (!reviewed.ok || reviewed.value.draft === null) return reviewed;
  const { kind, draft: hash } = reviewed.value;
  const draft = await readDraftFragment(window.location.hash, hash);
  const parsed = v.safeParse(getReviewedDocument.response, {
    ...reviewed.value,
    [kind]: draft === undefined ? reviewed.value[kind] : { ...reviewed.value[kind], ...draft },
  });
  return parsed.success ? success(parsed.output) : reviewed;
};
