import { Spinner } from '@site/shared/ui/spinner';
import styles from './area.module.css';

/** Stands in the page's area while its part of the site is on its way. */
export const AreaLoading = () => (
  <div className={styles.area}>
    <Spinner label="Loading the page" showLabel />
  </div>
);
