import { galleryPath } from './gallery-address.ts';
import type { GalleryPageView } from './gallery-loader.ts';
import styles from './photo-grid.module.css';
import { PhotoTile } from './photo-tile.tsx';

/** Tiles of the first two rows on a wide screen; the browser fetches the others as they come near. */
const FIRST_TILES = 4;

interface PhotoGridProps {
  readonly view: GalleryPageView;
  readonly album: string | null;
  /** Another album is on its way. */
  readonly isWaiting: boolean;
}

export const PhotoGrid = ({ view, album, isWaiting }: PhotoGridProps) => (
  <ul className={styles.grid} aria-label="Photos" aria-busy={isWaiting}>
    {view.photos.map((photo, index) => (
      <PhotoTile
        key={photo.id}
        photo={photo}
        path={galleryPath({ album, page: view.page, photo: photo.id })}
        isFirst={view.page === 1 && index < FIRST_TILES}
      />
    ))}
  </ul>
);
