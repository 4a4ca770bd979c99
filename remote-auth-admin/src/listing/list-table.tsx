import { Checkbox } from '@site/shared/ui/checkbox';
import { classNames } from '@site/shared/ui/class-names';
import { Icon } from '@site/shared/ui/icon';
import { downIcon } from '@site/shared/ui/icon-shapes';
import { PlainLink } from '@site/shared/ui/link';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useLayoutEffect, useRef } from 'react';
import { LIST_ROW } from '../layout/list-keys.ts';
import type { ListColumn, ListDefinition } from './list-definition.ts';
import styles from './list-table.module.css';
import type { ListOrder } from './list-view.ts';
import type { Selection } from './use-selection.ts';

/** Link that shows a row's name and opens the row. */
export const RowLink = ({ to, children }: { readonly to: string; readonly children: string }) => (
  <PlainLink to={to} className={styles.rowLink}>
    {children || 'Untitled'}
  </PlainLink>
);

interface HeaderCellProps<Row> {
  readonly column: ListColumn<Row>;
  readonly isSortable: boolean;
  readonly order: ListOrder;
  readonly onSort: (order: ListOrder) => void;
}

const HeaderCell = <Row,>({ column, isSortable, order, onSort }: HeaderCellProps<Row>) => {
  const { key, name, isDate = false, isSecondary = false } = column;
  const className = isSecondary ? styles.minor : undefined;
  const isCurrent = order.sort === key;
  if (!isSortable)
    return (
      <th scope="col" className={className}>
        {name}
      </th>
    );
  return (
    <th scope="col" className={className} aria-sort={isCurrent ? (order.isDescending ? 'descending' : 'ascending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => onSort({ sort: key, isDescending: isCurrent ? !order.isDescending : isDate })}>
        {name}
        <Icon shape={downIcon} className={classNames(styles.arrow, isCurrent && styles.current, isCurrent && !order.isDescending && styles.up)} />
      </button>
    </th>
  );
};

interface ListTableProps<Row> {
  readonly list: ListDefinition<Row>;
  readonly label: string;
  readonly rows: readonly Row[];
  /** Whether the rows for a changed search, filter or page are still loading. */
  readonly isPending: boolean;
  readonly isSortable: (column: string) => boolean;
  readonly order: ListOrder;
  readonly onSort: (order: ListOrder) => void;
  /** Undefined if the list has no bulk actions. */
  readonly selection: Selection<Row> | undefined;
}

/** Shows the rows as a table on wide screens and as cards on phones. */
export const ListTable = <Row,>({ list, label, rows, isPending, isSortable, order, onSort, selection }: ListTableProps<Row>) => {
  const { columns, getId, getName } = list;
  const all = useRef<HTMLInputElement>(null);
  const selectedCount = selection === undefined ? 0 : rows.filter(selection.has).length;
  const isAllSelected = rows.length > 0 && selectedCount === rows.length;

  useLayoutEffect(() => {
    // HTML has no attribute for the indeterminate state.
    if (all.current !== null) all.current.indeterminate = selectedCount > 0 && !isAllSelected;
  }, [selectedCount, isAllSelected]);

  return (
    <table className={styles.table} aria-label={label} aria-busy={isPending}>
      <thead className={classNames(styles.head, selection === undefined && styles.wideOnly)}>
        <tr>
          {selection !== undefined && (
            <th scope="col" className={styles.tickCell}>
              <label className={styles.tickLabel}>
                <Checkbox ref={all} checked={isAllSelected} onChange={() => (isAllSelected ? selection.remove : selection.add)(rows)} />
                <span className={styles.checkboxText}>Select all on this page</span>
              </label>
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} isSortable={isSortable(column.key)} order={order} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className={styles.body}>
        {rows.map((row) => {
          const id = getId(row);
          const isSelected = selection?.has(row) === true;
          return (
            <tr key={id} className={classNames(styles.row, isSelected && styles.selected)} {...{ [LIST_ROW]: id }}>
              {selection !== undefined && (
                <td className={styles.tickCell}>
                  <label className={styles.tickLabel}>
                    <Checkbox
                      checked={isSelected}
                      // Only a click event reports whether Shift was pressed. The space bar also fires a click event.
                      onClick={({ shiftKey }) => selection.toggle(row, shiftKey, rows)}
                      onChange={() => {}}
                    />
                    <VisuallyHidden>Select {getName(row)}</VisuallyHidden>
                  </label>
                </td>
              )}
              {columns.map(({ key, name, cell, isSecondary = false, isDate = false, isNonWrapping = false, hasEmail = false }, index) =>
                index === 0 ? (
                  <th key={key} scope="row" className={styles.title}>
                    {cell(row)}
                  </th>
                ) : (
                  <td
                    key={key}
                    data-name={name}
                    className={classNames(isSecondary && styles.minor, (isDate || isNonWrapping) && styles.unbroken, hasEmail && styles.address)}
                  >
                    {cell(row)}
                  </td>
                ),
              )}
            </tr>
          );
        })}
      </tbody>
    </table>
  );
};
