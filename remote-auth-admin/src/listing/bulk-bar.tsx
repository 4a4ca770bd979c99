import { Button } from '@site/shared/ui/button';
import { closeIcon, trashIcon } from '@site/shared/ui/icon-shapes';
import type { ReactNode } from 'react';
import styles from './bulk-bar.module.css';
import type { BulkAction } from './list-definition.ts';

export interface BulkBarProps<Row> {
  readonly selected: readonly Row[];
  /** "Select all 214 posts", where there are more than stand on this page. */
  readonly selectAll: { readonly label: string; readonly run: () => void } | null;
  readonly actions: readonly BulkAction<Row>[];
  readonly isBusy: boolean;
  readonly onAction: (action: BulkAction<Row>) => void;
  /** Null where nothing of the selection may be deleted. */
  readonly onDelete: (() => void) | null;
  readonly onClear: () => void;
  readonly children?: ReactNode;
}

/** What can be done with the selected rows; stands at the foot of the screen while there are any. */
export const BulkBar = <Row,>({ selected, selectAll, actions, isBusy, onAction, onDelete, onClear, children }: BulkBarProps<Row>) => (
  <section className={styles.bar} aria-label="Selected" data-ground="surface">
    <p className={styles.count} role="status">
      {selected.length} selected
    </p>
    {selectAll !== null && (
      <Button variant="quiet" size="small" onClick={selectAll.run}>
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
