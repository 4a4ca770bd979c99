import { Icon } from '@site/shared/ui/icon';
import { imageIcon } from '@site/shared/ui/icon-shapes';
import styles from './drop-area.module.css';
import { useDroppedFiles } from './use-dropped-files.ts';

/** Accepts images that are pasted or dropped anywhere on the screen. */
export const DropArea = ({ onFiles }: { readonly onFiles: (files: Iterable<File>) => void }) => {
  const isOver = useDroppedFiles(onFiles);
  if (!isOver) return null;
  return (
    <div className={styles.dropArea} aria-hidden="true">
      <p className={styles.dropText}>
        <Icon shape={imageIcon} /> Drop the photos to upload them
      </p>
    </div>
  );
};
