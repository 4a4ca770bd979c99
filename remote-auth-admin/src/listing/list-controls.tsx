import { Button, IconButton } from '@site/shared/ui/button';
import { classNames } from '@site/shared/ui/class-names';
import { SelectField, TextField } from '@site/shared/ui/field';
import { checkIcon, closeIcon, downIcon, leftIcon, rightIcon, trashIcon, upIcon } from '@site/shared/ui/icon-shapes';
import { type ReactNode, useId, useState } from 'react';
import { PlainSelect } from '../forms/plain-select.tsx';
import styles from './list-controls.module.css';
import type { BulkAction, ListColumn, ListFilter } from './list-definition.ts';
import { type ListOrder, PAGE_SIZES } from './list-view.ts';
import { toSearchText } from './search-text.ts';

interface SearchAndFilterProps {
  readonly search: string;
  readonly filter: string;
  readonly filters: readonly ListFilter[];
  /** Whether the list is limited by an additional field, for example the category. */
  readonly isNarrowed?: boolean;
  readonly onSearch: (search: string) => void;
  readonly onFilter: (filter: string) => void;
  /** For example "12 of 40 applications". */
  readonly count: string;
  /** Additional fields of the form. */
  readonly children?: ReactNode;
}

/** Search, filters and count above a list. On phones, the filters are collapsed unless one is set, so that the first row stays in view. */
export const SearchAndFilter = ({ search, filter, filters, isNarrowed = false, onSearch, onFilter, count, children }: SearchAndFilterProps) => {
  const [isExpanded, setExpanded] = useState(filter !== '' || isNarrowed);
  const id = useId();
  return (
    <form className={styles.tools} aria-label="Search and filter" onSubmit={(event) => event.preventDefault()}>
      <TextField label="Search" name="search" type="search" value={search} autoComplete="off" onChange={({ target }) => onSearch(toSearchText(target.value))} />
      <div className={styles.fold}>
        <Button
          variant="quiet"
          size="small"
          iconEnd={isExpanded ? upIcon : downIcon}
          expanded={isExpanded}
          controls={id}
          onClick={() => setExpanded(!isExpanded)}
        >
          Filters
        </Button>
      </div>
      <div id={id} className={classNames(styles.more, !isExpanded && styles.folded)}>
        {filters.length > 0 && (
          <fieldset className={styles.filters}>
            <legend className={styles.legend}>Show</legend>
            {filters.map(({ value, label }) => (
              <Button
                key={value}
                variant={value === filter ? 'primary' : 'secondary'}
                size="small"
                icon={value === filter ? checkIcon : undefined}
                pressed={value === filter}
                className={styles.filter}
                onClick={() => onFilter(value)}
              >
                {label}
              </Button>
            ))}
          </fieldset>
        )}
        {children}
      </div>
      <p className={styles.resultCount} role="status">
        {count}
      </p>
    </form>
  );
};

const TEXT_ORDERS = ['A to Z', 'Z to A'] as const;
const DATE_ORDERS = ['oldest first', 'newest first'] as const;

interface OrderFieldProps {
  readonly columns: ReadonlyArray<Pick<ListColumn<never>, 'key' | 'name' | 'isDate' | 'orders'>>;
  readonly order: ListOrder;
  readonly onChange: (order: ListOrder) => void;
}

/** Field for the sort order on phones, where rows are cards without column headers. */
export const OrderField = ({ columns, order, onChange }: OrderFieldProps) => (
  <div className={styles.order}>
    <SelectField
      label="Sort by"
      name="order"
      options={columns.flatMap(({ key, name, isDate = false, orders = isDate ? DATE_ORDERS : TEXT_ORDERS }) => [
        { value: key, label: `${name}, ${orders[0]}` },
        { value: `-${key}`, label: `${name}, ${orders[1]}` },
      ])}
      value={`${order.isDescending ? '-' : ''}${order.sort}`}
      onChange={({ target }) => onChange({ sort: target.value.replace(/^-/, ''), isDescending: target.value.startsWith('-') })}
    />
  </div>
);

interface PaginationProps {
  readonly offset: number;
  readonly total: number;
  readonly size: number;
  readonly onPageChange: (page: number) => void;
  readonly onSizeChange: (size: number) => void;
}

/** Pagination and page size. Renders nothing if the complete list fits on one page of the smallest size. */
export const Pagination = ({ offset, total, size, onPageChange, onSizeChange }: PaginationProps) => {
  const page = Math.floor(offset / size) + 1;
  const pageCount = Math.max(1, Math.ceil(total / size));
  if (total <= PAGE_SIZES[0]) return null;
  return (
    <nav className={styles.pages} aria-label="Pages">
      <label className={styles.size}>
        Rows per page
        <PlainSelect value={size} onChange={({ target }) => onSizeChange(Number(target.value))}>
          {PAGE_SIZES.map((pageSize) => (
            <option key={pageSize} value={pageSize}>
              {pageSize}
            </option>
          ))}
        </PlainSelect>
      </label>
      <IconButton icon={leftIcon} label="Previous page" look="white" disabled={page === 1} onClick={() => onPageChange(page - 1)} />
      <p role="status">
        Page {page} of {pageCount}
      </p>
      <IconButton icon={rightIcon} label="Next page" look="white" disabled={page === pageCount} onClick={() => onPageChange(page + 1)} />
    </nav>
  );
};

interface BulkBarProps<Row> {
  readonly selected: readonly Row[];
  /** For example "Select all 214 posts"; null if the selection contains all matching rows. */
  readonly selectAll: { readonly label: string; readonly run: () => void } | null;
  readonly actions: readonly BulkAction<Row>[];
  readonly isBusy: boolean;
  readonly onAction: (action: BulkAction<Row>) => void;
  /** Null if no selected row may be deleted. */
  readonly onDelete: (() => void) | null;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** Bulk actions for the selected rows. Shown at the bottom of the screen while rows are selected. */
export const BulkBar = <Row,>({ selected, selectAll, actions, isBusy, onAction, onDelete, onClear, children }: BulkBarProps<Row>) => (
  <section className={styles.bar} aria-label="Selected" data-ground="surface">
    <p className={styles.selectedCount} role="status">
      {selected.length.toLocaleString('en-US')} selected
    </p>
    {selectAll !== null && (
      <Button variant="quiet" size="small" busy={isBusy} onClick={selectAll.run}>
        {selectAll.label}
      </Button>
    )}
    <div className={styles.actions}>
      {actions.map((action) =>
        selected.some(action.appliesTo) ? (
          <Button key={action.label} variant="secondary" size="small" icon={action.icon} busy={isBusy} onClick={() => onAction(action)}>
            {action.label}
          </Button>
        ) : null,
      )}
      {children}
      {onDelete !== null && (
        <Button variant="danger" size="small" icon={trashIcon} busy={isBusy} onClick={onDelete}>
          Delete
        </Button>
      )}
      <Button variant="quiet" size="small" icon={closeIcon} onClick={onClear}>
        Clear
      </Button>
    </div>
  </section>
);
