import { PlainLink } from '@site/shared/ui/link';
import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { LIST_ROW } from '../layout/list-keys.ts';
import styles from './selectable-tile.module.css';

interface SelectableTileProps {
  /** Name of the image for staff. */
  readonly name: string;
  /** URL of the image's dialog. */
  readonly path: string;
  readonly image: ReactNode;
  readonly isSelected: boolean;
  /** With `extendsRange`, selects all images from the last selected one to this one. */
  readonly onSelect: (extendsRange: boolean) => void;
  /** Called if a file is dropped on the image; undefined if that is the same as dropping the file anywhere else. */
  readonly onFile?: ((file: File) => void) | undefined;
  /** Shown below the name. */
  readonly children: ReactNode;
}

const hasShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

/** One image of a grid. The link opens the image, the checkbox selects it, and Shift selects a range. */
export const SelectableTile = ({ name, path, image, isSelected, onSelect, onFile, children }: SelectableTileProps) => {
  const handleLink = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    onSelect(true);
  };
  const drop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (onFile === undefined || file === undefined) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    <li className={styles.tile} {...{ [LIST_ROW]: '' }} onDragOver={onFile === undefined ? undefined : (event) => event.preventDefault()} onDrop={drop}>
      <PlainLink to={path} className={styles.link} onClick={handleLink}>
        <span className={isSelected ? styles.selectedFrame : styles.frame}>{image}</span>
        <span className={styles.name}>{name}</span>
        {children}
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
