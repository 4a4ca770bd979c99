import { IconButton } from '@site/shared/ui/button';
import { leftIcon, rightIcon } from '@site/shared/ui/icon-shapes';
import styles from './list-pages.module.css';
import { PAGE_SIZES } from './list-view.ts';

export interface ListPagesProps {
  readonly page: number;
  readonly pages: number;
  readonly size: number;
  readonly onPage: (page: number) => void;
  readonly onSize: (size: number) => void;
}

/** The pages of a list, and how long they are. */
export const ListPages = ({ page, pages, size, onPage, onSize }: ListPagesProps) => (
  <nav className={styles.pages} aria-label="Pages">
    <label className={styles.size}>
      Rows
      <select className={styles.select} value={size} onChange={({ target }) => onSize(Number(target.value))}>
        {PAGE_SIZES.map((each) => (
          <option key={each} value={each}>
            {each}
          </option>
        ))}
      </select>
    </label>
    <IconButton icon={leftIcon} label="Page before" look="white" disabled={page === 1} onClick={() => onPage(page - 1)} />
    <p role="status">
      Page {page} of {pages}
    </p>
    <IconButton icon={rightIcon} label="Next page" look="white" disabled={page === pages} onClick={() => onPage(page + 1)} />
  </nav>
);
