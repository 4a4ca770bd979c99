/** The parameters of the gallery's URL, `/gallery?album=…&page=2&photo=…`, all optional. */
export interface GalleryParameters {
  /** null selects all albums. */
  readonly album: string | null;
  /** Page number, from 1. */
  readonly page: number;
  readonly photo: string | null;
}

/** Maximum length of an image id. The provider rejects longer ids. */
const IMAGE_ID_LIMIT = 60;

export const readGalleryParameters = (parameters: URLSearchParams): GalleryParameters => {
  const page = parameters.get('page') ?? '';
  const photo = parameters.get('photo') ?? '';
  return {
    album: parameters.get('album') || null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    photo: photo.length > IMAGE_ID_LIMIT ? null : photo || null,
  };
};

/**
 * Builds the gallery's path, which omits page 1 unless `includesFirstPage` is set. The lightbox sets the flag when it steps to another page, because the
 * provider looks up a photo's page if the path names none.
 */
export const galleryPath = ({ album = null, page = 1, photo = null }: Partial<GalleryParameters>, includesFirstPage = false): string => {
  const parameters = new URLSearchParams();
  if (album !== null) parameters.set('album', album);
  if (page > 1 || includesFirstPage) parameters.set('page', String(page));
  if (photo !== null) parameters.set('photo', photo);
  const query = parameters.toString();
  return query === '' ? '/gallery' : `/gallery?${query}`;
};
