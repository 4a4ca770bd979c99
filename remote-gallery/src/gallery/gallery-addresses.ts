import type { ApiError } from '@site/shared/contracts/api-error';
import { listAlbums } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/host-services';
import type { PageAddress } from '@site/shared/remote-contract';
import { type Result, success } from '@site/shared/result';
import { galleryPath } from './gallery-address.ts';

/** The gallery and its albums, for the sitemap. */
export const getGalleryAddresses = async ({ http }: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const albums = await http.call(listAlbums, { signal, silent: true });
  return albums.ok ? success([{ path: galleryPath({}) }, ...albums.value.map(({ _id }) => ({ path: galleryPath({ album: _id }) }))]) : albums;
};
