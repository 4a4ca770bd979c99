import { formatLongDate } from '@site/shared/domain/dates';
import { Link } from '@site/shared/router';
import { ContentImage } from '@site/shared/ui/content-image';
import type { PhotoView } from './gallery-loader.ts';
import styles from './photo-tile.module.css';

interface PhotoTileProps {
  readonly photo: PhotoView;
  /** Address of the lightbox with this photo. */
  readonly path: string;
  /** Stands in the first rows, which the visitor sees at once. */
  readonly isFirst: boolean;
}

/** Elements' ids of tiles, so that the focus can return to one. */
export const tileId = (photoId: string): string => `photo-${photoId}`;

/** A tile is never wider than a phone's screen. */
const TILE_WIDTHS = [320, 480, 640, 960];

/** State of a lightbox that was opened here, and so can be closed by going back. */
export const OPENED_HERE = { openedHere: true };

export const isOpenedHere = (state: unknown): boolean => typeof state === 'object' && state !== null && 'openedHere' in state;

/** One photo; its title and date lie over it on hover and focus, and always where nothing hovers (GAL-04). */
export const PhotoTile = ({ photo, path, isFirst }: PhotoTileProps) => (
  <li className={styles.item}>
    <Link className={styles.tile} id={tileId(photo.id)} to={path} state={OPENED_HERE} preventScrollReset>
      <ContentImage
        widths={TILE_WIDTHS}
        src={photo.url}
        alt={photo.alt}
        width={480}
        height={480}
        sizes="(min-width: 1200px) 290px, (min-width: 560px) 45vw, 100vw"
        priority={isFirst}
      />
      <span className={styles.caption}>
        <span className={styles.title}>{photo.title}</span>
        {photo.createdAt !== null && (
          <time className={styles.date} dateTime={photo.createdAt}>
            {formatLongDate(photo.createdAt)}
          </time>
        )}
      </span>
    </Link>
  </li>
);
