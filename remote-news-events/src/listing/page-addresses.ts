import { ADDRESSES_PER_RESPONSE, type ListedAddress, listAddresses } from '@site/shared/contracts/address';
import type { ApiError } from '@site/shared/contracts/api-error';
import type { QueryOf } from '@site/shared/contracts/endpoint';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';

export const toImages = (image: string | undefined): { readonly images?: readonly string[] } => (image ? { images: [image] } : {});

/** Fetches all entries, with as many requests as needed. Returns `not-found` from a server that implements only the endpoints in the specification. */
export const getListedAddresses = async (
  { http }: Pick<HostServices, 'http'>,
  type: QueryOf<typeof listAddresses>['type'],
  signal: AbortSignal,
): Promise<Result<readonly ListedAddress[], ApiError>> => {
  const listed: ListedAddress[] = [];
  for (;;) {
    const after = listed.at(-1)?._id;
    const response = await http.call(listAddresses, { signal, silent: true, query: { type, ...(after !== undefined && { after }) } });
    if (!response.ok) return response;
    listed.push(...response.value);
    if (response.value.length < ADDRESSES_PER_RESPONSE) return success(listed);
  }
};
