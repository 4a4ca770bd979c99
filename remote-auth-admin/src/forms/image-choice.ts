import type { FocalPoint } from './focal-point.ts';

/** An image field's value: what is stored is meant while there is no file and nothing is removed. */
export interface ImageChoice {
  /** A newly chosen file. */
  readonly file: File | null;
  readonly alt: string;
  /** Null: the image server chooses the part that stays visible. */
  readonly focal: FocalPoint | null;
  readonly isRemoved: boolean;
}

/** The image as the provider has it. */
export interface StoredImage {
  /** '' when there is none. */
  readonly src: string;
  readonly alt: string;
  readonly focal: FocalPoint | null;
}

export const unchangedImage = ({ alt, focal }: StoredImage): ImageChoice => ({ file: null, alt, focal, isRemoved: false });

/** Another image shows something else: its alt text is asked for again, and its focal point is open. */
export const chooseFile = (choice: ImageChoice, stored: StoredImage, file: File): ImageChoice => ({
  file,
  alt: stored.src !== '' && choice.alt === stored.alt ? '' : choice.alt,
  focal: null,
  isRemoved: false,
});

/** Back to the stored image. */
export const discardFile = (choice: ImageChoice, stored: StoredImage): ImageChoice => ({
  ...choice,
  file: null,
  alt: choice.alt === '' ? stored.alt : choice.alt,
  focal: stored.focal,
});
