import type { ApiError } from '@site/shared/contracts/api-error';
import type { GalleryImage } from '@site/shared/contracts/gallery';
import { deleteImage, restoreImage, updateImage } from '@site/shared/contracts/gallery';
import type { User } from '@site/shared/contracts/user';
import { failure } from '@site/shared/domain/result';
import { mayWriteDocument } from '@site/shared/domain/roles';
import type { HostServices } from '@site/shared/remote/host-services';
import { eyeIcon, eyeOffIcon } from '@site/shared/ui/icon-shapes';
import { type BulkAction, formatCount, type Removal, type RowKind } from '../listing/list-definition.ts';

export const IMAGES: RowKind<GalleryImage> = { one: 'photo', many: 'photos', getId: ({ _id }) => _id };

export const formatImageCount = (count: number): string => formatCount(IMAGES, count);

export const getImageName = ({ title, alt }: GalleryImage): string => title || alt || 'Untitled photo';

/** Whether the provider lets this user change an image. Contributors may change their own unpublished images (NS-08). */
export const mayChangeImage = ({ authorId, published }: GalleryImage, user: User | null): boolean =>
  user !== null && mayWriteDocument(user, { authorId, status: published ? 'published' : 'draft' });

/** Message for an image that is not decorative and has no alt text. This screen refuses to publish it, but other API clients may do so (STAFF-14). */
export const ALT_TEXT_REQUIRED = 'Add alt text before you publish the photo.';
const ALT_TEXT_MISSING: ApiError = { kind: 'invalid', message: ALT_TEXT_REQUIRED };

const createPublishAction = ({ http }: HostServices, isPublished: boolean) => {
  const body = new FormData();
  body.set('published', String(isPublished));
  return {
    appliesTo: ({ published }: GalleryImage) => published !== isPublished,
    run: async ({ _id, alt, decorative }: GalleryImage) =>
      isPublished && alt === '' && !decorative ? failure(ALT_TEXT_MISSING) : http.call(updateImage, { params: { id: _id }, body }),
  };
};

/** Creates the bulk actions for editors. */
export const imagePublishActions = (services: HostServices): readonly BulkAction<GalleryImage>[] => [
  { label: 'Publish', icon: eyeIcon, done: (count) => `${formatImageCount(count)} published`, ...createPublishAction(services, true) },
  { label: 'Unpublish', icon: eyeOffIcon, done: (count) => `${formatImageCount(count)} unpublished`, ...createPublishAction(services, false) },
];

export const imageRemoval = ({ http, auth }: HostServices): Removal<GalleryImage> => ({
  appliesTo: (image) => mayChangeImage(image, auth.getState().user),
  run: ({ _id }) => http.call(deleteImage, { params: { id: _id } }),
  restore: ({ _id }) => http.call(restoreImage, { params: { id: _id } }),
});
