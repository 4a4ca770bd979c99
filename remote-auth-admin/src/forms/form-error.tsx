import { Icon } from '@site/shared/ui/icon';
import { warnIcon } from '@site/shared/ui/icon-shapes';
import styles from './form-error.module.css';

/** An error of the whole form; nothing for ''. */
export const FormError = ({ children }: { readonly children: string }) =>
  children === '' ? null : (
    <p className={styles.error} role="alert">
      <Icon shape={warnIcon} />
      <span>{children}</span>
    </p>
  );
