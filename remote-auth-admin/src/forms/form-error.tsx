import { Icon } from '@site/shared/ui/icon';
import { warnIcon } from '@site/shared/ui/icon-shapes';
import styles from './form-error.module.css';

/** A form-level error; renders nothing for ''. */
export const FormError = ({ children }: { readonly children: string }) =>
  children === '' ? null : (
    <p className={styles.error} role="alert">
      <Icon shape={warnIcon} />
      <span>{children}</span>
    </p>
  );
