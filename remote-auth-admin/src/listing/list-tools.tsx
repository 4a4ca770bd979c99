import { Button } from '@site/shared/ui/button';
import { SelectField, TextField } from '@site/shared/ui/field';
import { checkIcon } from '@site/shared/ui/icon-shapes';
import type { ListDefinition } from './list-definition.ts';
import styles from './list-tools.module.css';
import type { ListView } from './list-view.ts';

export interface ListToolsProps<Row> {
  readonly list: ListDefinition<Row>;
  readonly view: ListView;
  readonly order: { readonly sort: string; readonly isDown: boolean };
  readonly onChange: (changes: Partial<ListView>) => void;
  /** "12 of 40 applications". */
  readonly count: string;
}

/** Search, filters and count above a list; on phones, whose cards have no headers, the order too. */
export const ListTools = <Row,>({ list, view, order, onChange, count }: ListToolsProps<Row>) => {
  const orders = list.columns.flatMap(({ key, name, sortBy, startsDown = false }) =>
    sortBy === undefined
      ? []
      : [
          { value: key, label: `${name}, ${startsDown ? 'oldest first' : 'A to Z'}` },
          { value: `-${key}`, label: `${name}, ${startsDown ? 'newest first' : 'Z to A'}` },
        ],
  );
  return (
    <form className={styles.tools} aria-label="Search and filter" onSubmit={(event) => event.preventDefault()}>
      <TextField
        label="Search"
        name="search"
        type="search"
        value={view.search}
        autoComplete="off"
        onChange={({ target }) => onChange({ search: target.value })}
      />
      <fieldset className={styles.filters}>
        <legend className={styles.legend}>Show</legend>
        {list.filters.map(({ value, label }) => (
          <Button
            key={value}
            variant={value === view.filter ? 'primary' : 'secondary'}
            size="small"
            icon={value === view.filter ? checkIcon : undefined}
            pressed={value === view.filter}
            className={styles.filter}
            onClick={() => onChange({ filter: value })}
          >
            {label}
          </Button>
        ))}
      </fieldset>
      <div className={styles.order}>
        <SelectField
          label="Order"
          name="order"
          options={orders}
          value={`${order.isDown ? '-' : ''}${order.sort}`}
          onChange={({ target }) => onChange({ sort: target.value.replace(/^-/, ''), isDown: target.value.startsWith('-') })}
        />
      </div>
      <p className={styles.count} role="status">
        {count}
      </p>
    </form>
  );
};
