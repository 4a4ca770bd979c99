import { Link } from '@site/shared/router';
import { Icon } from '@site/shared/ui/icon';
import { leftIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import styles from './page-links.module.css';

interface PageLinksProps {
  /** Name of the navigation. */
  readonly label: string;
  /** Address of the first page. */
  readonly path: string;
  /** Name in the address, where a page has more than one list. */
  readonly parameter?: string;
  /** Id of the list, where a page has more than one thing to show. */
  readonly fragment?: string;
  readonly page: number;
  readonly pageCount: number;
}

/** Pages near the current one, and both ends. */
const shownPages = (page: number, pageCount: number): readonly number[] => {
  const wanted = [1, page - 1, page, page + 1, pageCount];
  return [...new Set(wanted)].filter((number) => number >= 1 && number <= pageCount);
};

/** Links to the other pages of a list: plain addresses, so that they work without script. Nothing when there is one page. */
export const PageLinks = ({ label, path, parameter = 'page', fragment, page, pageCount }: PageLinksProps) => {
  if (pageCount <= 1) return null;
  const suffix = fragment === undefined ? '' : `#${fragment}`;
  const address = (number: number): string => `${path}${number === 1 ? '' : `?${parameter}=${number}`}${suffix}`;
  const shown = shownPages(page, pageCount);
  return (
    <nav className={styles.pages} aria-label={label}>
      {page > 1 && (
        <Link className={styles.step} to={address(page - 1)}>
          <Icon shape={leftIcon} />
          Previous page
        </Link>
      )}
      <ol className={styles.list}>
        {shown.map((number, index) => (
          <li className={styles.item} key={number}>
            {index > 0 && number - (shown[index - 1] ?? 0) > 1 && <span aria-hidden="true">…</span>}
            <Link
              className={number === page ? styles.current : styles.page}
              to={address(number)}
              aria-label={`Page ${number}`}
              aria-current={number === page ? 'page' : undefined}
            >
              {number}
            </Link>
          </li>
        ))}
      </ol>
      {page < pageCount && (
        <Link className={styles.step} to={address(page + 1)}>
          Next page
          <Icon shape={rightIcon} />
        </Link>
      )}
    </nav>
  );
};
