import { Spinner } from '@site/shared/ui/spinner';
import styles from './area-waiting.module.css';

/** Stands where a page will be, while its data is on its way. */
export const AreaWaiting = () => (
  <div className={styles.waiting}>
    <Spinner label="Loading…" />
  </div>
);
