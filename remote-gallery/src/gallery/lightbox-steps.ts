import type { GalleryPageView, PhotoView } from './gallery-loader.ts';

/** A photo to step to, and the page on which it stands. */
export interface PhotoPlace {
  readonly photo: string;
  readonly page: number;
}

export interface LightboxSteps {
  readonly photo: PhotoView;
  /** From 1, among all photos of the album. */
  readonly position: number;
  /** null at the end of the row. */
  readonly previous: PhotoPlace | null;
  readonly next: PhotoPlace | null;
  /** Photos of this page on both sides: the likely next images. */
  readonly neighbours: readonly PhotoView[];
}

const place = (photo: string | null | undefined, page: number): PhotoPlace | null => (photo === null || photo === undefined ? null : { photo, page });

/** Where the lightbox stands and can go; null when the photo is not on this page. */
export const lightboxSteps = (view: GalleryPageView, photoId: string): LightboxSteps | null => {
  const { photos, page, offset } = view;
  const index = photos.findIndex(({ id }) => id === photoId);
  const photo = photos[index];
  if (photo === undefined) return null;
  const before = photos[index - 1];
  const after = photos[index + 1];
  return {
    photo,
    position: offset + index + 1,
    previous: place(before?.id, page) ?? place(view.before, page - 1),
    next: place(after?.id, page) ?? place(view.after, page + 1),
    neighbours: [before, after].filter((neighbour) => neighbour !== undefined),
  };
};
