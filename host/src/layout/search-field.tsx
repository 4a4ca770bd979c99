import { Icon } from '@site/shared/ui/icon';
import { searchIcon } from '@site/shared/ui/icon-shapes';
import styles from './search-field.module.css';
import { SEARCH_PATH } from './site-links.ts';

export const SearchField = ({ className = '' }: { readonly className?: string | undefined }) => (
  <form action={SEARCH_PATH} className={`${styles.field} ${className}`}>
    <input className={styles.input} type="search" name="q" aria-label="Search this site" placeholder="Search" maxLength={100} />
    <button className={styles.button} type="submit" aria-label="Search">
      <Icon shape={searchIcon} />
    </button>
  </form>
);
