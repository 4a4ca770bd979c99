import { ADDRESSES_PER_RESPONSE, type ListedAddress, listAddresses } from '@site/shared/contracts/address';
import type { ApiError } from '@site/shared/contracts/api-error';
import type { QueryOf } from '@site/shared/contracts/endpoint';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';

/** Returns the image of a page's sitemap entry. */
export const toImages = (image: string | undefined): { readonly images?: readonly string[] } => (image ? { images: [image] } : {});

/** Fetches all entries, response by response; returns `not-found` from a server that implements only the specification's calls. */
export const getListedAddresses = async (
  { http }: Pick<HostServices, 'http'>,
  type: QueryOf<typeof listAddresses>['type'],
  signal: AbortSignal,
): Promise<Result<readonly ListedAddress[], ApiError>> => {
  const found: ListedAddress[] = [];
  for (;;) {
    const after = found.at(-1)?._id;
    const response = await http.call(listAddresses, { signal, silent: true, query: { type, ...(after !== undefined && { after }) } });
    if (!response.ok) return response;
    found.push(...response.value);
    if (response.value.length < ADDRESSES_PER_RESPONSE) return success(found);
  }
};
