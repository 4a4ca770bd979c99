import styles from './avatar.module.css';
import { ContentImage, PORTRAIT_FALLBACK } from './content-image.tsx';

/** Shown at these sizes in pixels; asked for at twice the size or more, in widths that the image server derives. */
const SIZES = {
  small: { shown: 36, widths: [72, 128] },
  normal: { shown: 48, widths: [96, 160] },
  large: { shown: 96, widths: [96, 200, 300] },
  portrait: { shown: 160, widths: [160, 320, 480] },
} as const;

export interface AvatarProps {
  readonly src: string | null | undefined;
  /** Who is shown. Left out of the page where the name stands beside it: give '' then. */
  readonly name: string;
  readonly size?: keyof typeof SIZES | undefined;
  readonly fallback?: string | undefined;
}

/** A round portrait; the template bust when there is none or it fails (TEAM-04, HOME-19). Large ones stand in a ring of sun. */
export const Avatar = ({ src, name, size = 'small', fallback = PORTRAIT_FALLBACK }: AvatarProps) => {
  const { shown, widths } = SIZES[size];
  const asked = widths[0];
  return (
    <ContentImage
      src={src}
      alt={name}
      width={asked}
      height={asked}
      sizes={`${shown}px`}
      widths={widths}
      crop="fill"
      gravity="face"
      fallback={fallback}
      className={styles[size]}
    />
  );
};
