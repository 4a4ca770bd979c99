import { formatLongDate } from '@site/shared/domain/dates';
import { Link } from '@site/shared/router';
import { ContentImage } from '@site/shared/ui/content-image';
import type { GalleryPageView, ImageView } from './gallery-data.ts';
import { galleryPath } from './gallery-path.ts';
import styles from './image-grid.module.css';

interface ImageTileProps {
  readonly image: ImageView;
  readonly path: string;
  readonly isFirst: boolean;
}

export const tileId = (imageId: string): string => `photo-${imageId}`;

/** Image widths in pixels. Tiles are at most half as wide as a small tablet. */
const TILE_WIDTHS = [320, 480, 640, 960];

/** Location state of a lightbox that was opened from the grid. Going back closes the lightbox. */
const OPENED_FROM_GRID = { openedHere: true };

export const isOpenedFromGrid = (state: unknown): boolean => typeof state === 'object' && state !== null && 'openedHere' in state;

/** Title and date cover the image on hover and focus, and always on devices without hover (GAL-04). */
const ImageTile = ({ image, path, isFirst }: ImageTileProps) => (
  <li className={styles.item}>
    <Link discover="none" className={styles.tile} id={tileId(image.id)} to={path} state={OPENED_FROM_GRID} preventScrollReset>
      <ContentImage
        widths={TILE_WIDTHS}
        crop="fill"
        src={image.url}
        alt={image.alt}
        color={image.color}
        width={480}
        height={480}
        sizes="(min-width: 1200px) 290px, (min-width: 560px) 45vw, calc(50vw - 24px)"
        priority={isFirst}
      />
      <span className={styles.caption}>
        <span className={styles.title}>{image.title}</span>
        {image.createdAt !== null && (
          <time className={styles.date} dateTime={image.createdAt}>
            {formatLongDate(image.createdAt)}
          </time>
        )}
      </span>
    </Link>
  </li>
);

/** Number of tiles in the first row of a wide screen. These tiles load eagerly, and all others load lazily. */
const FIRST_ROW_TILES = 4;

interface ImageGridProps {
  readonly view: GalleryPageView;
  readonly album: string | null;
  readonly isPending: boolean;
}

export const ImageGrid = ({ view, album, isPending }: ImageGridProps) => (
  <ul className={styles.grid} aria-label="Photos" aria-busy={isPending}>
    {view.images.map((image, index) => (
      <ImageTile
        key={image.id}
        image={image}
        path={galleryPath({ album, page: view.page, photo: image.id })}
        isFirst={view.page === 1 && index < FIRST_ROW_TILES}
      />
    ))}
  </ul>
);
