import type { FocalPoint } from './focal-point.ts';

/** The value of an image field: without a file and without `isRemoved` the stored image does not change. */
export interface ImageChoice {
  /** A newly chosen file. */
  readonly file: File | null;
  readonly alt: string;
  /** Null: the image server chooses the focal point. */
  readonly focal: FocalPoint | null;
  readonly isRemoved: boolean;
  /** It adds nothing to the texts around it. */
  readonly isDecorative: boolean;
}

/** The stored image. */
export interface StoredImage {
  /** '' when there is none. */
  readonly src: string;
  readonly alt: string;
  readonly focal: FocalPoint | null;
  readonly isDecorative: boolean;
}

export const unchangedImage = ({ alt, focal, isDecorative }: StoredImage): ImageChoice => ({ file: null, alt, focal, isRemoved: false, isDecorative });

/** A new image needs a new alt text, and has no focal point yet. */
export const chooseFile = (choice: ImageChoice, stored: StoredImage, file: File): ImageChoice => ({
  file,
  alt: stored.src !== '' && choice.alt === stored.alt ? '' : choice.alt,
  focal: null,
  isRemoved: false,
  isDecorative: false,
});

/** Returns to the stored image. */
export const discardFile = (choice: ImageChoice, stored: StoredImage): ImageChoice => ({
  ...choice,
  file: null,
  alt: choice.alt === '' ? stored.alt : choice.alt,
  focal: stored.focal,
  isDecorative: stored.isDecorative,
});
