import { Link } from '@site/shared/router';
import { Icon } from '@site/shared/ui/icon';
import { leftIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import type { PostLink } from './news-article-loader.ts';
import styles from './post-neighbours.module.css';

/** Links to the posts published before and after this one. */
export const PostNeighbours = ({ older, newer }: { readonly older: PostLink | null; readonly newer: PostLink | null }) => {
  if (older === null && newer === null) return null;
  return (
    <nav className={styles.neighbours} aria-label="More articles">
      {older !== null && (
        <Link className={styles.older} to={older.path}>
          <span className={styles.direction}>
            <Icon shape={leftIcon} />
            Previous article
          </span>
          <span className={styles.title}>{older.title}</span>
        </Link>
      )}
      {newer !== null && (
        <Link className={styles.newer} to={newer.path}>
          <span className={styles.direction}>
            Next article
            <Icon shape={rightIcon} />
          </span>
          <span className={styles.title}>{newer.title}</span>
        </Link>
      )}
    </nav>
  );
};
