import type { FocalPoint } from './focal-point.ts';

/** Value of an image field. Without a file and without `isRemoved`, the stored image does not change. */
export interface ImageChoice {
  /** The newly chosen file. */
  readonly file: File | null;
  readonly alt: string;
  /** Null if the image server chooses the focal point. */
  readonly focal: FocalPoint | null;
  readonly isRemoved: boolean;
  /** Whether the image is purely decorative, so that it needs no alt text. */
  readonly isDecorative: boolean;
}

/** The stored image. */
export interface StoredImage {
  /** URL of the image; '' if there is none. */
  readonly src: string;
  readonly alt: string;
  readonly focal: FocalPoint | null;
  readonly isDecorative: boolean;
}

export const unchangedImage = ({ alt, focal, isDecorative }: StoredImage): ImageChoice => ({ file: null, alt, focal, isRemoved: false, isDecorative });

/** Chooses a new image, which needs new alt text and has no focal point yet. */
export const chooseFile = (choice: ImageChoice, stored: StoredImage, file: File): ImageChoice => ({
  file,
  alt: stored.src !== '' && choice.alt === stored.alt ? '' : choice.alt,
  focal: null,
  isRemoved: false,
  isDecorative: false,
});

/** Reverts to the stored image. */
export const discardFile = (choice: ImageChoice, stored: StoredImage): ImageChoice => ({
  ...choice,
  file: null,
  alt: choice.alt === '' ? stored.alt : choice.alt,
  focal: stored.focal,
  isDecorative: stored.isDecorative,
});
