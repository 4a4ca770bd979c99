import type { GalleryImage } from '@site/shared/contracts/gallery';
import { ContentImage } from '@site/shared/ui/content-image';
import { PlainLink } from '@site/shared/ui/link';
import type { DragEvent, MouseEvent } from 'react';
import { LIST_ROW } from '../layout/list-keys.ts';
import { getImageName } from './image-changes.ts';
import styles from './image-tile.module.css';

/** The image in the grids of this screen. */
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

/** Remaining tasks for an image. */
const getMarks = (image: GalleryImage): readonly string[] =>
  [image.alt.trim() === '' && 'No alt text', !image.published && 'Not on the site', image.isSample && 'Sample'].filter((mark) => mark !== false);

interface ImageTileProps {
  readonly image: GalleryImage;
  /** Address of its dialog. */
  readonly path: string;
  readonly isSelected: boolean;
  /** Undefined where a dropped file becomes a new image instead of a replacement. */
  readonly onReplace: ((file: File) => void) | undefined;
  /** `extendsRange`: selects all from the last one to this one. */
  readonly onSelect: (extendsRange: boolean) => void;
}

const hasShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

/** One image of the grid: the link opens it, the checkbox selects it, and Shift selects all between. */
export const ImageTile = ({ image, path, isSelected, onReplace, onSelect }: ImageTileProps) => {
  const name = getImageName(image);
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
        <TileImage image={image} />
        <span className={styles.name}>{name}</span>
        {getMarks(image).map((mark) => (
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
