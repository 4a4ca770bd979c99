import type { LibraryImage } from '@site/shared/contracts/media';
import type { FocalPoint } from '../forms/focal-point.ts';
import { formatCount } from '../listing/list-definition.ts';

export const LIBRARY_IMAGES = { one: 'image', many: 'images' };

/** What people call an image: by what it shows, or else by what shows it. */
export const getLibraryImageName = ({ alt, uses }: Pick<LibraryImage, 'alt' | 'uses'>): string =>
  alt || uses.find(({ title }) => title !== '')?.title || 'Image without a description';

export const formatUses = (count: number): string => (count === 0 ? 'Not used' : `Used in ${formatCount({ one: 'place', many: 'places' }, count)}`);

export const getLibraryFocal = ({ focalX, focalY }: Pick<LibraryImage, 'focalX' | 'focalY'>): FocalPoint | null =>
  focalX === null || focalY === null ? null : { x: focalX, y: focalY };
