import { Icon } from '@site/shared/ui/icon';
import { upIcon } from '@site/shared/ui/icon-shapes';
import { IMAGE_ACCEPT } from '../forms/image-file.ts';
import styles from './file-button.module.css';

interface FileButtonProps {
  readonly onFiles: (files: readonly File[]) => void;
  readonly children: string;
}

/** Chooses one image or many: the native file input, styled as a button. */
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
        // Copied first: the list is emptied with the input, so that the same file can be chosen again.
        const files = [...(target.files ?? [])];
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  </label>
);
