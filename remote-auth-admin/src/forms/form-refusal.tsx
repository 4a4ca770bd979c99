import { Icon } from '@site/shared/ui/icon';
import { warnIcon } from '@site/shared/ui/icon-shapes';
import styles from './form-refusal.module.css';

/** What the provider says about a whole form; nothing when it says nothing. */
export const FormRefusal = ({ children }: { readonly children: string }) =>
  children === '' ? null : (
    <p className={styles.refusal} role="alert">
      <Icon shape={warnIcon} />
      <span>{children}</span>
    </p>
  );
