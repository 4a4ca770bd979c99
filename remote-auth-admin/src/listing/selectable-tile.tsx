import { PlainLink } from '@site/shared/ui/link';
import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { LIST_ROW } from '../layout/list-keys.ts';
import styles from './selectable-tile.module.css';

interface SelectableTileProps {
  /** Name that staff see. */
  readonly name: string;
  /** URL of the image's dialog. */
  readonly path: string;
  readonly image: ReactNode;
  readonly isSelected: boolean;
  /** With `extendsRange`, selects all images from the last selected one to this one. */
  readonly onSelect: (extendsRange: boolean) => void;
  /** Called if a file is dropped on the image. Undefined if the screen handles every drop in the same way. */
  readonly onFile?: ((file: File) => void) | undefined;
  /** Shown below the name. */
  readonly children: ReactNode;
}

const isShiftHeld = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

/** An image in a grid. Its link opens the image, its checkbox selects the image, and clicking with Shift selects a range. */
export const SelectableTile = ({ name, path, image, isSelected, onSelect, onFile, children }: SelectableTileProps) => {
  const handleLinkClick = (event: MouseEvent) => {
    if (!event.shiftKey) return;
    event.preventDefault();
    onSelect(true);
  };
  const handleDrop = (event: DragEvent) => {
    const [file] = event.dataTransfer.files;
    if (onFile === undefined || file === undefined) return;
    event.preventDefault();
    onFile(file);
  };
  return (
    <li className={styles.tile} {...{ [LIST_ROW]: '' }} onDragOver={onFile === undefined ? undefined : (event) => event.preventDefault()} onDrop={handleDrop}>
      <PlainLink to={path} className={styles.link} onClick={handleLinkClick}>
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
          onChange={({ nativeEvent }) => onSelect(isShiftHeld(nativeEvent))}
        />
      </label>
    </li>
  );
};
