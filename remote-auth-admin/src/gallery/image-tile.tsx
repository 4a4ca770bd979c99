import type { GalleryImage } from '@site/shared/contracts/gallery';
import { ContentImage } from '@site/shared/ui/content-image';
import { PlainLink } from '@site/shared/ui/link';
import type { DragEvent, MouseEvent } from 'react';
import { LIST_ROW } from '../shortcuts/list-keys.ts';
import { isWithoutAlt } from './gallery-filter.ts';
import { imageName } from './image-changes.ts';
import styles from './image-tile.module.css';

/** The picture as it stands in the grids of this screen. */
export const TilePicture = ({ image }: { readonly image: GalleryImage }) => (
  <ContentImage src={image.url} alt="" width={160} height={160} widths={[160, 320, 480]} sizes="(min-width: 480px) 200px, 45vw" className={styles.picture} />
);

/** What still has to be done with a picture, in a few words. */
export const imageMarks = (image: GalleryImage): readonly string[] =>
  [isWithoutAlt(image) && 'No alt text', !image.published && 'Not on the site', image.isSample && 'Sample'].filter((mark) => mark !== false);

export interface ImageTileProps {
  readonly image: GalleryImage;
  /** Address of its dialog. */
  readonly path: string;
  readonly isSelected: boolean;
  /** Not given where a dropped file is one more picture, and no replacement. */
  readonly onReplace: ((file: File) => void) | undefined;
  /** `extends`: all from the last one to this one. */
  readonly onSelect: (extendsRange: boolean) => void;
}

const hasShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

/** One picture of the grid: its link opens it, its box ticks it, and Shift ticks all between. */
export const ImageTile = ({ image, path, isSelected, onReplace, onSelect }: ImageTileProps) => {
  const name = imageName(image);
  const handleLink = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    onSelect(true);
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (onReplace === undefined || file === undefined) return;
    event.preventDefault();
    onReplace(file);
  };
  return (
    <li
      className={isSelected ? styles.selected : styles.tile}
      {...{ [LIST_ROW]: '' }}
      onDragOver={onReplace === undefined ? undefined : (event) => event.preventDefault()}
      onDrop={drop}
    >
      <PlainLink to={path} className={styles.link} onClick={handleLink}>
        <TilePicture image={image} />
        <span className={styles.name}>{name}</span>
        {imageMarks(image).map((mark) => (
          <span key={mark} className={styles.mark}>
            {mark}
          </span>
        ))}
      </PlainLink>
      <label className={styles.check}>
        <input
          type="checkbox"
          className={styles.tick}
          aria-label={`Select ${name}`}
          checked={isSelected}
          onChange={({ nativeEvent }) => onSelect(hasShift(nativeEvent))}
        />
      </label>
    </li>
  );
};
