import { Icon } from '@site/shared/ui/icon';
import { upIcon } from '@site/shared/ui/icon-shapes';
import { IMAGE_ACCEPT } from '../forms/image-file.ts';
import styles from './file-button.module.css';

interface FileButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: string;
}

/** Native file input for one or more images, styled as a button. */
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
        // Copy the list first, because resetting the input empties it. Without the reset, the same file could not be chosen again.
        const files = [...(target.files ?? [])];
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  </label>
);
