import * as v from 'valibot';
import type { ApiError } from '../contracts/api-error.ts';
import type { ResponseOf } from '../contracts/endpoint.ts';
import { getReviewedDocument } from '../contracts/review.ts';
import { type Result, success } from '../domain/result.ts';
import { readDraftFragment } from './draft-fragment.ts';
import type { HostServices } from './host-services.ts';

/** What a link for readers without a session shows. */
export type Reviewed = Result<ResponseOf<typeof getReviewedDocument>, ApiError>;

interface ReviewRequest {
  readonly params: { readonly token?: string | undefined };
  readonly request: Request;
}

/**
 * The loader of a page with the parameter `token`. A link that shows nothing is a value: the page says why, so no toast does. The preview of a member of staff shows the unsaved
 * fields that its address carries in place of the stored ones.
 */
export const loadReviewed = async ({ http }: Pick<HostServices, 'http'>, { params, request }: ReviewRequest): Promise<Reviewed> => {
  const reviewed = await http.call(getReviewedDocument, { params: { token: params.token ?? '' }, signal: request.signal, silent: true });
  if (!reviewed.ok || reviewed.value.draft === null) return reviewed;
  const { kind, draft: hash } = reviewed.value;
  const draft = await readDraftFragment(window.location.hash, hash);
  const shown = v.safeParse(getReviewedDocument.response, {
    ...reviewed.value,
    [kind]: draft === undefined ? reviewed.value[kind] : { ...reviewed.value[kind], ...draft },
  });
  return shown.success ? success(shown.output) : reviewed;
};
