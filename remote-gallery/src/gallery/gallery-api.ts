import type { ApiError } from '@site/shared/contracts/api-error';
import { type Album, type GalleryImage, listAlbumImages, listAlbums, listPublishedImages } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/host-services';
import type { Result } from '@site/shared/result';
import { success } from '@site/shared/result';

type Http = Pick<HostServices, 'http'>;

/** Photos of an album, or all of them. Hidden ones are left out here too: staff with a token may get them from the provider. */
export const getImages = async ({ http }: Http, albumId: string | null, signal: AbortSignal): Promise<Result<readonly GalleryImage[], ApiError>> => {
  const answer = albumId === null ? await http.call(listPublishedImages, { signal }) : await http.call(listAlbumImages, { signal, params: { id: albumId } });
  return answer.ok ? success(answer.value.filter((image) => image.published && image.url !== '')) : answer;
};

/** The albums, or none when they cannot be had: without them all photos can still be seen, so nothing is said (GAL-06, X-12). */
export const getAlbums = async ({ http }: Http, signal: AbortSignal): Promise<readonly Album[]> => {
  const answer = await http.call(listAlbums, { signal, silent: true });
  return answer.ok ? answer.value : [];
};
