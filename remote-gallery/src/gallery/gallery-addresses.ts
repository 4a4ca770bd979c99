import type { ApiError } from '@site/shared/contracts/api-error';
import { listAlbums } from '@site/shared/contracts/gallery';
import { type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import type { PageAddress } from '@site/shared/remote/remote-contract';
import { galleryPath } from './gallery-address.ts';

/** The gallery and its albums, for the sitemap. */
export const getGalleryAddresses = async ({ http }: HostServices, signal: AbortSignal): Promise<Result<readonly PageAddress[], ApiError>> => {
  const albums = await http.call(listAlbums, { signal, silent: true });
  return albums.ok ? success([{ path: galleryPath({}) }, ...albums.value.map(({ _id }) => ({ path: galleryPath({ album: _id }) }))]) : albums;
};
