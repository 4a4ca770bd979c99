import styles from './avatar.module.css';
import { ContentImage, PORTRAIT_FALLBACK } from './content-image.tsx';

/** Displayed size in pixels, and the widths to request. Each width is at least twice the size, and on the image server's list of supported widths. */
const SIZES = {
  small: { shown: 36, widths: [72, 128] },
  normal: { shown: 48, widths: [96, 160] },
  large: { shown: 96, widths: [96, 200, 300] },
  portrait: { shown: 160, widths: [160, 320, 480] },
} as const;

interface AvatarProps {
  readonly src: string | null | undefined;
  /** Name of the person; '' if the name is next to the portrait. */
  readonly name: string;
  readonly size?: keyof typeof SIZES | undefined;
  readonly fallback?: string | undefined;
}

/** Round portrait, with a drawn fallback if the image is missing or fails to load (TEAM-04, HOME-19). */
export const Avatar = ({ src, name, size = 'small', fallback = PORTRAIT_FALLBACK }: AvatarProps) => {
  const { shown, widths } = SIZES[size];
  const requested = widths[0];
  return (
    <ContentImage
      src={src}
      alt={name}
      width={requested}
      height={requested}
      sizes={`${shown}px`}
      widths={widths}
      crop="fill"
      gravity="face"
      fallback={fallback}
      className={styles[size]}
    />
  );
};
