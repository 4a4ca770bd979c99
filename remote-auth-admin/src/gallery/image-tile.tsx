import type { GalleryImage } from '@site/shared/contracts/gallery';
import { ContentImage } from '@site/shared/ui/content-image';
import type { ComponentProps } from 'react';
import { SelectableTile } from '../listing/selectable-tile.tsx';
import { getImageName } from './image-changes.ts';
import styles from './image-tile.module.css';

/** Image in one of the gallery's grids. */
export const TileImage = ({ image }: { readonly image: GalleryImage }) => (
  <ContentImage
    src={image.url}
    alt=""
    color={image.color}
    width={160}
    height={160}
    widths={[160, 320, 480]}
    sizes="(min-width: 480px) 200px, 45vw"
    className={styles.image}
  />
);

/** Returns the labels shown on an image, for example "No alt text". */
const getBadges = (image: GalleryImage): readonly string[] =>
  [image.alt.trim() === '' && (image.decorative ? 'Decorative' : 'No alt text'), !image.published && 'Not published', image.isSample && 'Sample'].filter(
    (mark) => mark !== false,
  );

interface ImageTileProps extends Pick<ComponentProps<typeof SelectableTile>, 'path' | 'isSelected' | 'onSelect'> {
  readonly image: GalleryImage;
  /** Undefined if a dropped file is added as a new image instead of replacing this one. */
  readonly onReplace: ((file: File) => void) | undefined;
}

/** One image in the gallery's grid. */
export const ImageTile = ({ image, path, isSelected, onReplace, onSelect }: ImageTileProps) => (
  <SelectableTile name={getImageName(image)} path={path} image={<TileImage image={image} />} isSelected={isSelected} onSelect={onSelect} onFile={onReplace}>
    {getBadges(image).map((mark) => (
      <span key={mark} className={styles.mark}>
        {mark}
      </span>
    ))}
  </SelectableTile>
);
