import { Icon } from '@site/shared/ui/icon';
import { warnIcon } from '@site/shared/ui/icon-shapes';
import styles from './form-refusal.module.css';

/** An error of the whole form; nothing for ''. */
export const FormRefusal = ({ children }: { readonly children: string }) =>
  children === '' ? null : (
    <p className={styles.refusal} role="alert">
      <Icon shape={warnIcon} />
      <span>{children}</span>
    </p>
  );
