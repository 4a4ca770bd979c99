import { PORTRAIT_FALLBACK } from './fallback-pictures.ts';
import { Picture } from './picture.tsx';
import styles from './avatar.module.css';

const SIZES = { small: 36, normal: 48, large: 96, portrait: 160 };

export interface AvatarProps {
  readonly src: string | null | undefined;
  /** Who is shown. Left out of the page where the name stands beside it: give '' then. */
  readonly name: string;
  readonly size?: keyof typeof SIZES | undefined;
  readonly fallback?: string | undefined;
}

/** A round portrait; the template bust when there is none or it fails (TEAM-04, HOME-19). Large ones stand in a ring of sun. */
export const Avatar = ({ src, name, size = 'small', fallback = PORTRAIT_FALLBACK }: AvatarProps) => {
  const side = SIZES[size];
  return (
    <Picture
      src={src}
      alt={name}
      width={side}
      height={side}
      sizes={`${side}px`}
      widths={[side, side * 2, side * 3]}
      gravity="face"
      fallback={fallback}
      className={styles[size]}
    />
  );
};
