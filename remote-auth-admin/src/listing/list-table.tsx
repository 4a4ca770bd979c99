import { classNames } from '@site/shared/ui/class-names';
import { Icon } from '@site/shared/ui/icon';
import { downIcon } from '@site/shared/ui/icon-shapes';
import { Tick } from '@site/shared/ui/tick';
import { VisuallyHidden } from '@site/shared/ui/visually-hidden';
import { useLayoutEffect, useRef } from 'react';
import { LIST_ROW } from '../shortcuts/list-keys.ts';
import type { ListColumn, ListDefinition } from './list-definition.ts';
import styles from './list-table.module.css';
import type { Selection } from './use-selection.ts';

interface Order {
  readonly sort: string;
  readonly isDown: boolean;
}

const HeaderCell = <Row,>({ column, order, onSort }: { readonly column: ListColumn<Row>; readonly order: Order; readonly onSort: (order: Order) => void }) => {
  const { key, name, sortBy, startsDown = false, isMinor = false } = column;
  const look = isMinor ? styles.minor : undefined;
  const isCurrent = order.sort === key;
  if (sortBy === undefined)
    return (
      <th scope="col" className={look}>
        {name}
      </th>
    );
  return (
    <th scope="col" className={look} aria-sort={isCurrent ? (order.isDown ? 'descending' : 'ascending') : undefined}>
      <button type="button" className={styles.sort} onClick={() => onSort({ sort: key, isDown: isCurrent ? !order.isDown : startsDown })}>
        {name}
        <Icon shape={downIcon} className={classNames(styles.arrow, isCurrent && styles.current, isCurrent && !order.isDown && styles.up)} />
      </button>
    </th>
  );
};

export interface ListTableProps<Row> {
  readonly list: ListDefinition<Row>;
  readonly label: string;
  readonly rows: readonly Row[];
  readonly order: Order;
  readonly onSort: (order: Order) => void;
  /** Undefined where there is nothing to do with many rows at once. */
  readonly selection: Selection | undefined;
}

/** Rows under headers on wide screens, cards on phones. */
export const ListTable = <Row,>({ list, label, rows, order, onSort, selection }: ListTableProps<Row>) => {
  const { columns, idOf, nameOf } = list;
  const all = useRef<HTMLInputElement>(null);
  const ids = rows.map(idOf);
  const selected = ids.filter((id) => selection?.ids.has(id)).length;
  const isAll = ids.length > 0 && selected === ids.length;

  useLayoutEffect(() => {
    // The only attribute of a checkbox that has no attribute.
    if (all.current !== null) all.current.indeterminate = selected > 0 && !isAll;
  }, [selected, isAll]);

  return (
    <table className={styles.table} aria-label={label}>
      <thead className={styles.head}>
        <tr>
          {selection !== undefined && (
            <th scope="col" className={styles.tickCell}>
              <label className={styles.tickLabel}>
                <Tick
                  ref={all}
                  checked={isAll}
                  onChange={() => selection.set(isAll ? [...selection.ids].filter((id) => !ids.includes(id)) : [...selection.ids, ...ids])}
                />
                <span className={styles.tickWords}>Select all on this page</span>
              </label>
            </th>
          )}
          {columns.map((column) => (
            <HeaderCell key={column.key} column={column} order={order} onSort={onSort} />
          ))}
        </tr>
      </thead>
      <tbody className={styles.body}>
        {rows.map((row) => {
          const id = idOf(row);
          const isSelected = selection?.ids.has(id) === true;
          return (
            <tr key={id} className={classNames(styles.row, isSelected && styles.selected)} {...{ [LIST_ROW]: id }}>
              {selection !== undefined && (
                <td className={styles.tickCell}>
                  <label className={styles.tickLabel}>
                    <Tick
                      checked={isSelected}
                      // A click, which knows of Shift; the keyboard's space bar is one too.
                      onClick={({ shiftKey }) => selection.toggle(id, shiftKey, ids)}
                      onChange={() => {}}
                    />
                    <VisuallyHidden>Select {nameOf(row)}</VisuallyHidden>
                  </label>
                </td>
              )}
              {columns.map(({ key, name, cell, isMinor = false, startsDown = false, isUnbroken = false }, index) =>
                index === 0 ? (
                  <th key={key} scope="row" className={styles.title}>
                    {cell(row)}
                  </th>
                ) : (
                  <td key={key} data-name={name} className={classNames(isMinor && styles.minor, (startsDown || isUnbroken) && styles.unbroken)}>
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
