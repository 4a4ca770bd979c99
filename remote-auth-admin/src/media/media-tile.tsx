import type { LibraryImage } from '@site/shared/contracts/media';
import { formatLongDate } from '@site/shared/domain/dates';
import { PlainLink } from '@site/shared/ui/link';
import { LIST_ROW } from '../layout/list-keys.ts';
import { formatFile, formatUses, getLibraryImageName } from './library-image.ts';
import { LibraryThumbnail } from './library-thumbnail.tsx';
import styles from './media-tile.module.css';

interface MediaTileProps {
  readonly image: LibraryImage;
  /** Address of its dialog. */
  readonly path: string;
}

/** One image of the library; the link opens it. */
export const MediaTile = ({ image, path }: MediaTileProps) => (
  <li className={styles.tile} {...{ [LIST_ROW]: '' }}>
    <PlainLink to={path} className={styles.link}>
      <LibraryThumbnail image={image} />
      <span className={styles.name}>{getLibraryImageName(image)}</span>
      <span className={styles.fact}>{formatUses(image.useCount)}</span>
      <span className={styles.fact}>{formatFile(image)}</span>
      <span className={styles.fact}>{formatLongDate(image.createdAt)}</span>
      {image.alt === '' && <span className={styles.mark}>{image.decorative ? 'Decorative' : 'No alt text'}</span>}
    </PlainLink>
  </li>
);
