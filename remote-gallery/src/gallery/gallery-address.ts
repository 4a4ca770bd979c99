/** What the address of the gallery says: `/gallery?album=…&page=2&photo=…`, every part optional. */
export interface GalleryAddress {
  /** null: all photos. */
  readonly album: string | null;
  /** From 1. */
  readonly page: number;
  /** Photo that stands in the lightbox. */
  readonly photo: string | null;
}

export const readGalleryAddress = (parameters: URLSearchParams): GalleryAddress => {
  const page = parameters.get('page') ?? '';
  return {
    album: parameters.get('album') || null,
    page: /^[1-9]\d{0,5}$/.test(page) ? Number(page) : 1,
    photo: parameters.get('photo') || null,
  };
};

/** The first page goes without saying, except where a photo's address that names no page leads to it from another one: the two must differ. */
export const galleryPath = ({ album = null, page = 1, photo = null }: Partial<GalleryAddress>, namesFirstPage = false): string => {
  const parameters = new URLSearchParams();
  if (album !== null) parameters.set('album', album);
  if (page > 1 || namesFirstPage) parameters.set('page', String(page));
  if (photo !== null) parameters.set('photo', photo);
  const query = parameters.toString();
  return query === '' ? '/gallery' : `/gallery?${query}`;
};
