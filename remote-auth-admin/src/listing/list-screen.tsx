import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { PageFailure } from '@site/shared/ui/page-failure';
import type { ReactNode } from 'react';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { ScreenHead } from '../layout/screen-head.tsx';
import { arrangeRows } from './arrange-rows.ts';
import { BulkBar } from './bulk-bar.tsx';
import { type BulkAction, countOf, type ListDefinition, type Removal } from './list-definition.ts';
import { ListPages } from './list-pages.tsx';
import styles from './list-screen.module.css';
import { ListTable } from './list-table.tsx';
import { ListTools } from './list-tools.tsx';
import { PAGE_SIZES } from './list-view.ts';
import { useListView } from './use-list-view.ts';
import { useRowChanges } from './use-row-changes.ts';
import { useSelection } from './use-selection.ts';

interface ListParts<Row> {
  readonly services: HostServices;
  readonly title: string;
  readonly list: ListDefinition<Row>;
  readonly bulk?: readonly BulkAction<Row>[];
  readonly removal?: Removal<Row>;
  /** One more thing to do with the selected rows, or with all that are found. */
  readonly extra?: (rows: readonly Row[]) => ReactNode;
}

const FullList = <Row,>({ services, title, list, bulk = [], removal, extra, rows }: ListParts<Row> & { readonly rows: readonly Row[] }) => {
  const { view, change } = useListView();
  const selection = useSelection();
  const changes = useRowChanges(services, list);
  const present = rows.filter((row) => !changes.goneIds.has(list.idOf(row)));
  const { found, shown, page, pages, order } = arrangeRows(present, list, view);
  const selected = found.filter((row) => selection.ids.has(list.idOf(row)));
  const canRemove = removal !== undefined && selected.some(removal.appliesTo);
  const filterName = list.filters.find(({ value }) => value === view.filter)?.label ?? '';

  const remove = (removing: Removal<Row>) => {
    selection.set([]);
    void changes.remove(removing, selected);
  };
  const selectAll =
    selected.length < found.length && found.length > shown.length && shown.every((row) => selection.ids.has(list.idOf(row)))
      ? { label: `Select all ${countOf(list, found.length)}`, run: () => selection.set(found.map(list.idOf)) }
      : null;

  return (
    <>
      <ListTools list={list} view={view} order={order} onChange={change} count={`${found.length} of ${countOf(list, present.length)}`} />
      <FormRefusal>{changes.refusal}</FormRefusal>
      {found.length === 0 && view.search !== '' && (
        <EmptyState
          level={2}
          title={`No ${list.one} matches`}
          message={`Nothing has the words “${view.search}”${view.filter === '' ? '' : ` among “${filterName}”`}.`}
          action={<Button onClick={() => change({ search: '', filter: '' })}>Clear the search</Button>}
        />
      )}
      {found.length === 0 && view.search === '' && (
        <EmptyState
          level={2}
          title={`No ${list.one} here`}
          message={`There is none under “${filterName}” at the moment.`}
          action={<Button onClick={() => change({ filter: '' })}>Show all</Button>}
        />
      )}
      {found.length > 0 && (
        <ListTable
          list={list}
          label={title}
          rows={shown}
          order={order}
          onSort={change}
          selection={bulk.length === 0 && removal === undefined ? undefined : selection}
        />
      )}
      {found.length > PAGE_SIZES[0] && (
        <ListPages page={page} pages={pages} size={view.size} onPage={(next) => change({ page: next })} onSize={(size) => change({ size })} />
      )}
      {selected.length === 0 && extra !== undefined && found.length > 0 && <div>{extra(found)}</div>}
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          selectAll={selectAll}
          actions={bulk}
          isBusy={changes.isBusy}
          onAction={(action) => void changes.run(action, selected)}
          onDelete={canRemove ? () => remove(removal) : null}
          onClear={() => selection.set([])}
        >
          {extra?.(selected)}
        </BulkBar>
      )}
    </>
  );
};

export interface ListScreenProps<Row> extends ListParts<Row> {
  readonly lead?: string;
  /** "New post": above the list, and again where there is nothing yet. */
  readonly action?: ReactNode;
  readonly data: Result<readonly Row[], ApiError>;
  /** "No posts yet" unless told. */
  readonly emptyTitle?: string;
  /** What to do while there is nothing yet. */
  readonly emptyMessage: string;
  /** Where it is not `action`. */
  readonly emptyAction?: ReactNode;
  readonly children?: ReactNode;
}

/** The one frame of all lists of the staff area: nothing yet, nothing found, nothing under the filter, a failure, or the rows. */
export const ListScreen = <Row,>({ lead, action, data, emptyTitle, emptyMessage, emptyAction = action, children, ...parts }: ListScreenProps<Row>) => {
  const { revalidate, state } = useRevalidator();
  const { title, list } = parts;
  return (
    <div className={styles.page}>
      <ScreenHead title={title} {...(lead === undefined ? {} : { lead })} action={action} />
      {children}
      {!data.ok && (
        <PageFailure
          title={`Failed to load ${list.many}`}
          message={failureWords(data.error)}
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      )}
      {data.ok && data.value.length === 0 && <EmptyState level={2} title={emptyTitle ?? `No ${list.many} yet`} message={emptyMessage} action={emptyAction} />}
      {data.ok && data.value.length > 0 && <FullList {...parts} rows={data.value} />}
    </div>
  );
};
