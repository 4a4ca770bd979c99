import type { LibraryImage } from '@site/shared/contracts/media';
import { formatLongDate } from '@site/shared/domain/dates';
import type { ComponentProps } from 'react';
import { SelectableTile } from '../listing/selectable-tile.tsx';
import { formatFileDetails, formatUses, getLibraryImageName } from './library-image.ts';
import { LibraryThumbnail } from './library-thumbnail.tsx';
import styles from './media-tile.module.css';

interface MediaTileProps extends Pick<ComponentProps<typeof SelectableTile>, 'path' | 'isSelected' | 'onSelect'> {
  readonly image: LibraryImage;
}

/** An image in the grid of the media library. */
export const MediaTile = ({ image, path, isSelected, onSelect }: MediaTileProps) => (
  <SelectableTile name={getLibraryImageName(image)} path={path} image={<LibraryThumbnail image={image} />} isSelected={isSelected} onSelect={onSelect}>
    <span className={styles.fact}>{formatUses(image.useCount)}</span>
    <span className={styles.fact}>{formatFileDetails(image)}</span>
    <span className={styles.fact}>{formatLongDate(image.createdAt)}</span>
    {image.alt === '' && <span className={styles.mark}>{image.decorative ? 'Decorative' : 'No alt text'}</span>}
  </SelectableTile>
);
