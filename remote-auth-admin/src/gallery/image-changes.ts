import type { GalleryImage } from '@site/shared/contracts/gallery';
import { deleteImage, restoreImage, updateImage } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { eyeIcon, eyeOffIcon } from '@site/shared/ui/icon-shapes';
import { type BulkAction, countOf, type Removal } from '../listing/list-definition.ts';

/** Pictures as a kind of list. */
export const PICTURES = { one: 'picture', many: 'pictures', idOf: ({ _id }: GalleryImage) => _id };

export const pictureCount = (count: number): string => countOf(PICTURES, count);

export const imageName = ({ title, alt }: GalleryImage): string => title || alt || 'Untitled picture';

/** What the provider lets this member of staff change: contributors what is not on the site yet (NS-08). */
export const mayChangeImage = (image: GalleryImage, mayPublish: boolean): boolean => mayPublish || !image.published;

const publishing = ({ http }: HostServices, isPublished: boolean) => {
  const body = new FormData();
  body.set('published', String(isPublished));
  return {
    appliesTo: ({ published }: GalleryImage) => published !== isPublished,
    run: ({ _id }: GalleryImage) => http.call(updateImage, { params: { id: _id }, body }),
  };
};

/** What editors can do with several pictures at once. */
export const publishActions = (services: HostServices): readonly BulkAction<GalleryImage>[] => [
  { label: 'Publish', icon: eyeIcon, done: (count) => `${pictureCount(count)} published`, ...publishing(services, true) },
  { label: 'Unpublish', icon: eyeOffIcon, done: (count) => `${pictureCount(count)} taken off the site`, ...publishing(services, false) },
];

export const imageRemoval = ({ http }: HostServices, mayPublish: boolean): Removal<GalleryImage> => ({
  appliesTo: (image) => mayChangeImage(image, mayPublish),
  run: ({ _id }) => http.call(deleteImage, { params: { id: _id } }),
  restore: ({ _id }) => http.call(restoreImage, { params: { id: _id } }),
});
