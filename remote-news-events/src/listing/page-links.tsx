import { Link } from '@site/shared/router';
import { Icon } from '@site/shared/ui/icon';
import { leftIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import styles from './page-links.module.css';

interface PageLinksProps {
  readonly label: string;
  readonly path: string;
  readonly parameter?: string;
  readonly fragment?: string;
  readonly page: number;
  readonly pageCount: number;
}

/** Returns the first page, the last page and the pages around the current page. */
const getVisiblePages = (page: number, pageCount: number): readonly number[] => {
  const candidates = [1, page - 1, page, page + 1, pageCount];
  return [...new Set(candidates)].filter((number) => number >= 1 && number <= pageCount);
};

/** Pagination with plain links, which work without JavaScript. Renders nothing for a single page. */
export const PageLinks = ({ label, path, parameter = 'page', fragment, page, pageCount }: PageLinksProps) => {
  if (pageCount <= 1) return null;
  const suffix = fragment === undefined ? '' : `#${fragment}`;
  const getPath = (number: number): string => `${path}${number === 1 ? '' : `?${parameter}=${number}`}${suffix}`;
  const visiblePages = getVisiblePages(page, pageCount);
  return (
    <nav className={styles.pages} aria-label={label}>
      {page > 1 && (
        <Link discover="none" className={styles.step} to={getPath(page - 1)}>
          <Icon shape={leftIcon} />
          Previous page
        </Link>
      )}
      <ol className={styles.list}>
        {visiblePages.map((number, index) => (
          <li className={styles.item} key={number}>
            {index > 0 && number - (visiblePages[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
            <Link
              discover="none"
              className={number === page ? styles.current : styles.page}
              to={getPath(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      {page < pageCount && (
        <Link discover="none" className={styles.step} to={getPath(page + 1)}>
          Next page
          <Icon shape={rightIcon} />
        </Link>
      )}
    </nav>
  );
};
