import type { GalleryImage } from '@site/shared/contracts/gallery';
import { Button } from '@site/shared/ui/button';
import { useState } from 'react';
import type { Selection } from '../listing/use-selection.ts';
import styles from './image-grid.module.css';
import { ImageTile } from './image-tile.tsx';

export interface ImageGridProps {
  readonly images: readonly GalleryImage[];
  readonly pathOf: (image: GalleryImage) => string;
  readonly selection: Selection;
  readonly onReplace: ((image: GalleryImage, file: File) => void) | undefined;
}

/** So many tiles at once: a phone draws no thousand. */
const STEP = 60;

export const ImageGrid = ({ images, pathOf, selection, onReplace }: ImageGridProps) => {
  const [limit, setLimit] = useState(STEP);
  const shown = images.slice(0, limit);
  const shownIds = shown.map(({ _id }) => _id);

  return (
    <>
      <ul className={styles.grid} aria-label="Pictures">
        {shown.map((image) => (
          <ImageTile
            key={image._id}
            image={image}
            path={pathOf(image)}
            isSelected={selection.ids.has(image._id)}
            onReplace={onReplace === undefined ? undefined : (file) => onReplace(image, file)}
            onSelect={(isRange) => selection.toggle(image._id, isRange, shownIds)}
          />
        ))}
      </ul>
      {images.length > limit && (
        <Button variant="secondary" className={styles.more} onClick={() => setLimit(limit + STEP)}>
          {`Show ${Math.min(STEP, images.length - limit)} more of ${images.length}`}
        </Button>
      )}
    </>
  );
};
