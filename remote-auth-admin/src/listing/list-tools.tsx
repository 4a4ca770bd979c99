import { Button } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import styles from './list-tools.module.css';

export interface ListFilter {
  /** '' is the filter that shows everything. */
  readonly value: string;
  readonly label: string;
}

export interface ListToolsProps {
  readonly search: string;
  readonly onSearch: (search: string) => void;
  readonly filters: readonly ListFilter[];
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** "12 of 40 applications". */
  readonly count: string;
}

/** Search, filters and count above a list. */
export const ListTools = ({ search, onSearch, filters, filter, onFilter, count }: ListToolsProps) => (
  <form className={styles.tools} aria-label="Search and filter" onSubmit={(event) => event.preventDefault()}>
    <TextField label="Search" name="search" type="search" value={search} autoComplete="off" onChange={(event) => onSearch(event.target.value)} />
    <fieldset className={styles.filters}>
      <legend className={styles.legend}>Show</legend>
      {filters.map(({ value, label }) => (
        <Button key={value} variant={value === filter ? 'primary' : 'secondary'} size="small" pressed={value === filter} onClick={() => onFilter(value)}>
          {label}
        </Button>
      ))}
    </fieldset>
    <p className={styles.count} role="status">
      {count}
    </p>
  </form>
);
