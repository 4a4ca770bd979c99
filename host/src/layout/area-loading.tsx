import { Spinner } from '@site/shared/ui/spinner';
import styles from './area.module.css';

/** Stands in the page's area while its part of the site is on its way. */
export const AreaLoading = () => (
  <div className={styles.area}>
    <Spinner label="Loading the page" showLabel />
    <noscript>
      <p>This page needs JavaScript. All other pages work without it.</p>
    </noscript>
  </div>
);
