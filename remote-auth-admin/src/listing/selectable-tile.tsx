import { PlainLink } from '@site/shared/ui/link';
import type { DragEvent, MouseEvent, ReactNode } from 'react';
import { LIST_ROW } from '../layout/list-keys.ts';
import styles from './selectable-tile.module.css';

interface SelectableTileProps {
  /** What people call it. */
  readonly name: string;
  /** Address of its dialog. */
  readonly path: string;
  readonly image: ReactNode;
  readonly isSelected: boolean;
  /** `extendsRange`: selects all from the last one to this one. */
  readonly onSelect: (extendsRange: boolean) => void;
  /** A file was dropped on it; undefined where that is no different from anywhere else on the screen. */
  readonly onFile?: ((file: File) => void) | undefined;
  /** Below its name. */
  readonly children: ReactNode;
}

const hasShift = (event: Event): boolean => event instanceof MouseEvent && event.shiftKey;

/** One image of a grid: the link opens it, the checkbox selects it, and Shift selects all between. */
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
