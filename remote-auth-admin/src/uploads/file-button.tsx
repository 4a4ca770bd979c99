import { Icon } from '@site/shared/ui/icon';
import { upIcon } from '@site/shared/ui/icon-shapes';
import styles from './file-button.module.css';
import { IMAGE_ACCEPT } from './image-check.ts';

export interface FileButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: string;
}

/** Chooses one picture or many: the native file field, in the look of a button. */
export const FileButton = ({ onFiles, children }: FileButtonProps) => (
  <label className={styles.button}>
    <Icon shape={upIcon} />
    {children}
    <input
      type="file"
      name="images"
      multiple
      accept={IMAGE_ACCEPT}
      className={styles.input}
      onChange={({ target }) => {
        // Copied first: the list empties with the field, which must be empty for the same file to be chosen again.
        const files = [...(target.files ?? [])];
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  </label>
);
