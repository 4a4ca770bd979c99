import { Button } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { checkIcon } from '@site/shared/ui/icon-shapes';
import type { GalleryFilter } from './gallery-filter.ts';
import styles from './gallery-tools.module.css';

export interface ShowFilter {
  /** '' shows everything. */
  readonly value: string;
  readonly label: string;
  readonly count: number;
}

export interface GalleryToolsProps {
  readonly filter: GalleryFilter;
  readonly shows: readonly ShowFilter[];
  readonly onFilter: (changes: Partial<GalleryFilter>) => void;
  /** "12 of 40 pictures". */
  readonly count: string;
}

/** Search, filters with how many pictures each would show, and the count. */
export const GalleryTools = ({ filter, shows, onFilter, count }: GalleryToolsProps) => (
  <form className={styles.tools} aria-label="Search and filter" onSubmit={(event) => event.preventDefault()}>
    <div className={styles.search}>
      <TextField
        label="Search"
        name="search"
        type="search"
        value={filter.search}
        autoComplete="off"
        onChange={({ target }) => onFilter({ search: target.value })}
      />
    </div>
    <fieldset className={styles.filters}>
      <legend className={styles.legend}>Show</legend>
      {shows.map(({ value, label, count: matching }) => (
        <Button
          key={value}
          variant={value === filter.show ? 'primary' : 'secondary'}
          size="small"
          icon={value === filter.show ? checkIcon : undefined}
          pressed={value === filter.show}
          className={styles.filter}
          onClick={() => onFilter({ show: value })}
        >
          {value === '' ? label : `${label} (${matching})`}
        </Button>
      ))}
    </fieldset>
    <p className={styles.count} role="status">
      {count}
    </p>
  </form>
);
