import type { ImageUse, LibraryImage } from '@site/shared/contracts/media';
import { KINDS } from '@site/shared/domain/kinds';
import type { FocalPoint } from '../forms/focal-point.ts';
import { getEditorPath } from '../kinds/kind-paths.ts';
import { formatCount, type RowKind } from '../listing/list-definition.ts';
import type { ListExport } from '../listing/list-export.tsx';

export const LIBRARY_IMAGES: RowKind<LibraryImage> = { one: 'photo', many: 'photos', getId: ({ _id }) => _id };

/** Returns the name that staff see: the alt text, or else the title of a document that uses the image. */
export const getLibraryImageName = ({ alt, uses }: Pick<LibraryImage, 'alt' | 'uses'>): string =>
  alt || uses.find(({ title }) => title !== '')?.title || 'Photo without alt text';

export const formatUses = (count: number): string => (count === 0 ? 'Not used' : `Used in ${formatCount({ one: 'place', many: 'places' }, count)}`);

/** Returns the image id in a URL; '' for other URLs. */
export const getFileId = (url: string): string => /([0-9a-f]{24})\.[a-z]+(?:\?.*)?$/.exec(url)?.[1] ?? '';

/** Formats the dimensions and the file size, for example "1600 × 900 px, 240 KB". */
export const formatFileDetails = ({ width, height, bytes }: Pick<LibraryImage, 'width' | 'height' | 'bytes'>): string =>
  `${width} × ${height} px, ${Math.max(1, Math.round(bytes / 1024)).toLocaleString('en-US')} KB`;

export const getLibraryFocalPoint = ({ focalX, focalY }: Pick<LibraryImage, 'focalX' | 'focalY'>): FocalPoint | null =>
  focalX === null || focalY === null ? null : { x: focalX, y: focalY };

/** Returns the path of the screen for a document that uses the image: its editor or, if the document was deleted, the trash. */
export const getUsePath = ({ kind, _id, isTrashed }: ImageUse): string => (isTrashed ? '/admin/trash' : getEditorPath(kind, _id));

/** Describes where an image is used, for example "post, in the text, not published". */
export const describeUse = ({ kind, as, isPublic, isTrashed }: ImageUse): string => {
  const part = as === 'text' ? 'in the text' : as === 'author' ? 'author photo' : undefined;
  const state = isTrashed ? 'in the trash' : isPublic ? undefined : 'not published';
  return [kind === 'image' ? 'gallery' : KINDS[kind].label.toLowerCase(), part, state].filter((detail) => detail !== undefined).join(', ');
};

/** Columns of the CSV export, without the name of the person who gave consent. */
export const LIBRARY_EXPORT: ListExport<LibraryImage> = {
  fileName: 'media.csv',
  columns: [
    ['Alt text', ({ alt }) => alt],
    ['Decorative', ({ decorative }) => (decorative ? 'yes' : 'no')],
    ['Used in', ({ useCount }) => String(useCount)],
    ['First use', ({ uses: [use] }) => (use === undefined ? '' : `${use.title || 'Untitled'} (${describeUse(use)})`)],
    ['Width', ({ width }) => String(width)],
    ['Height', ({ height }) => String(height)],
    ['Bytes', ({ bytes }) => String(bytes)],
    ['URL', ({ address }) => address],
    ['Added', ({ createdAt }) => createdAt],
    ['Id', ({ _id }) => _id],
  ],
};
