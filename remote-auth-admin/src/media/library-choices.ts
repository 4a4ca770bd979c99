import type { ApiError } from '@site/shared/contracts/api-error';
import { type LibraryImage, listLibraryImagesPage } from '@site/shared/contracts/media';
import { type Result, success } from '@site/shared/domain/result';
import type { HttpClient } from '@site/shared/remote/host-services';

/** Number of images that the dialog shows initially, and adds with "Show more". */
const CHOICES_PER_PAGE = 24;

export interface Choices {
  readonly images: readonly LibraryImage[];
  readonly total: number;
}

/** Loads images from the media library for the dialog, newest first. */
export const loadChoices = async (
  http: HttpClient,
  { search, offset }: { readonly search: string; readonly offset: number },
): Promise<Result<Choices, ApiError>> => {
  const q = search.trim();
  const response = await http.call(listLibraryImagesPage, { query: { limit: String(CHOICES_PER_PAGE), offset: String(offset), ...(q === '' ? {} : { q }) } });
  if (!response.ok) return response;
  const { items, page } = response.value;
  return success({ images: items, total: page?.total ?? items.length });
};
