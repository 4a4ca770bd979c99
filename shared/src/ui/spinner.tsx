import styles from './spinner.module.css';
import { VisuallyHidden } from './visually-hidden.tsx';

interface SpinnerProps {
  readonly label?: string | undefined;
  readonly showLabel?: boolean | undefined;
}

export const Spinner = ({ label = 'Loading', showLabel = false }: SpinnerProps) => (
  <div role="status" className={styles.box}>
    <svg className={styles.sun} width="48" height="48" viewBox="0 0 48 48" aria-hidden="true">
      <circle className={styles.disc} cx="24" cy="24" r="10" />
      <circle className={styles.ring} cx="24" cy="24" r="19" />
    </svg>
    {showLabel ? <span className={styles.label}>{label}</span> : <VisuallyHidden>{label}</VisuallyHidden>}
  </div>
);
