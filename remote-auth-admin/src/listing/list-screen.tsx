import type { ApiError } from '@site/shared/contracts/api-error';
import { MIN_PREFIX, toWords } from '@site/shared/domain/ranked-search';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { EmptyState } from '@site/shared/ui/empty-state';
import { PageFailure } from '@site/shared/ui/page-failure';
import type { ReactNode } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { FormError } from '../forms/form-error.tsx';
import { ScreenHeader } from '../layout/screen-header.tsx';
import { BulkBar, OrderField, Pagination, SearchAndFilter } from './list-controls.tsx';
import { type BulkAction, formatCount, type ListDefinition, type Removal } from './list-definition.ts';
import styles from './list-screen.module.css';
import type { ListSource, Page } from './list-source.ts';
import { ListTable } from './list-table.tsx';
import { isNarrowed, LIST_VIEW_FORMAT, type ListView, NOT_NARROWED } from './list-view.ts';
import { KindField, NarrowingFields } from './narrowing-fields.tsx';
import { useRowChanges } from './use-row-changes.ts';
import { useSelectAll } from './use-select-all.ts';
import { useSelection } from './use-selection.ts';
import { useUrlState } from './use-url-state.ts';

interface ListContentProps<Row> {
  readonly services: HostServices;
  readonly title: string;
  readonly list: ListDefinition<Row>;
  readonly source: ListSource<Row>;
  readonly bulkActions?: readonly BulkAction<Row>[];
  readonly removal?: Removal<Row>;
  /** Renders an additional action for the selected rows or, if none is selected, for all matching rows. */
  readonly renderExtraAction?: (view: ListView, selected: readonly Row[]) => ReactNode;
}

/** Describes an empty result, for example: Nothing matches “walk”, the category “Health” and these dates in “Drafts”. */
const describeNoMatches = ({ search, category, since, until, filter }: ListView, filterName: string, kindName: string | undefined): string => {
  const conditions = [
    ...(search === '' ? [] : [`“${search}”`]),
    ...(category === '' ? [] : [`the category “${category}”`]),
    ...(kindName === undefined ? [] : [`the kind “${kindName}”`]),
    ...(`${since}${until}` === '' ? [] : ['these dates']),
  ];
  const hasShortWord = toWords(search).some(({ length }) => length < MIN_PREFIX);
  const noMatch = `Nothing matches ${new Intl.ListFormat('en-GB').format(conditions)}${filter === '' ? '' : ` in “${filterName}”`}.`;
  return hasShortWord ? `${noMatch} Type the first ${MIN_PREFIX} letters of a word, or more.` : noMatch;
};

const ListContent = <Row,>({
  services,
  title,
  list,
  source,
  bulkActions = [],
  removal,
  renderExtraAction,
  data,
}: ListContentProps<Row> & { readonly data: Page<Row> }) => {
  const { state: view, isPending, update, updateSoon } = useUrlState(LIST_VIEW_FORMAT);
  const changes = useRowChanges(services, list);
  const rows = data.rows.filter((row) => !changes.removedIds.has(list.getId(row)));
  const selection = useSelection(list.getId, JSON.stringify([view.search, view.filter, view.category, view.kind, view.since, view.until]), rows);
  const { isSelectingAll, selectAll } = useSelectAll(selection, changes.setError, () => source.loadAll(view));
  const selected = selection.rows;
  const removedCount = data.rows.length - rows.length;
  const total = data.total - removedCount;
  const order = source.getOrder(view);
  const filterName = list.filters.find(({ value }) => value === view.filter)?.label ?? '';
  const kindName = list.kinds?.find(({ value }) => value === view.kind)?.label;
  const canRemove = removal !== undefined && selected.some(removal.appliesTo);
  const show = (changed: Partial<ListView>) => void update({ page: 1, ...changed });
  const isFiltered = view.search !== '' || isNarrowed(view);

  const isPageSelected = rows.every(selection.has);

  return (
    <>
      <SearchAndFilter
        search={view.search}
        filter={view.filter}
        filters={list.filters}
        isNarrowed={isNarrowed(view)}
        onSearch={(search) => updateSoon({ search, page: 1 })}
        onFilter={(filter) => show({ filter })}
        count={`${total.toLocaleString('en-US')} of ${formatCount(list, data.counts.all - removedCount)}`}
      >
        {list.narrowing !== undefined && (
          <NarrowingFields services={services} narrowing={list.narrowing} view={view} onChange={(changed) => updateSoon({ page: 1, ...changed })} />
        )}
        {list.kinds !== undefined && <KindField kinds={list.kinds} kind={view.kind} onChange={show} />}
        <OrderField columns={list.columns.filter(({ key }) => source.isSortable(key))} order={order} onChange={show} />
      </SearchAndFilter>
      <FormError>{changes.error}</FormError>
      {rows.length === 0 && isFiltered && (
        <EmptyState
          level={2}
          title={`No ${list.many} match`}
          message={describeNoMatches(view, filterName, kindName)}
          action={<Button onClick={() => show({ search: '', filter: '', ...NOT_NARROWED })}>Clear the search</Button>}
        />
      )}
      {rows.length === 0 && !isFiltered && (
        <EmptyState
          level={2}
          title={`No ${list.many} here`}
          message={`There is nothing in “${filterName}” at the moment.`}
          action={<Button onClick={() => show({ filter: '' })}>Show all</Button>}
        />
      )}
      {rows.length > 0 && (
        <ListTable
          list={list}
          label={title}
          rows={rows}
          isPending={isPending}
          isSortable={source.isSortable}
          order={order}
          onSort={show}
          selection={bulkActions.length === 0 && removal === undefined ? undefined : selection}
        />
      )}
      <Pagination offset={data.offset} total={total} size={view.size} onPageChange={(page) => show({ page })} onSizeChange={(size) => show({ size })} />
      {selected.length === 0 && renderExtraAction !== undefined && rows.length > 0 && <div>{renderExtraAction(view, [])}</div>}
      {selected.length > 0 && (
        <BulkBar
          selected={selected}
          selectAll={
            isPageSelected && total > rows.length && selected.length < total ? { label: `Select all ${formatCount(list, total)}`, run: selectAll } : null
          }
          actions={bulkActions}
          isBusy={changes.isBusy || isSelectingAll}
          onAction={(action) => void changes.run(action, selected).then(selection.remove)}
          onDelete={
            canRemove
              ? () => {
                  selection.clear();
                  void changes.remove(removal, selected);
                }
              : null
          }
          onClear={selection.clear}
        >
          {renderExtraAction?.(view, selected)}
        </BulkBar>
      )}
    </>
  );
};

interface ListScreenProps<Row> extends ListContentProps<Row> {
  readonly lead?: string;
  /** For example "New post"; shown above the list, and again in an empty list. */
  readonly action?: ReactNode;
  readonly data: Result<Page<Row>, ApiError>;
  /** Defaults to a title like "No posts yet". */
  readonly emptyTitle?: string;
  /** Explains how to add the first row. */
  readonly emptyMessage: string;
  /** Defaults to `action`. */
  readonly emptyAction?: ReactNode;
  readonly children?: ReactNode;
}

/** Frame for every list in the staff area. Shows the rows, or explains why there are none: an empty list, no matches or a failure. */
export const ListScreen = <Row,>({ lead, action, data, emptyTitle, emptyMessage, emptyAction = action, children, ...parts }: ListScreenProps<Row>) => {
  const { revalidate, state } = useRevalidator();
  const { title, list } = parts;
  return (
    <div className={styles.page}>
      <ScreenHeader title={title} {...(lead === undefined ? {} : { lead })} action={action} />
      {children}
      {!data.ok && (
        <PageFailure
          title={`Failed to load ${list.many}`}
          message={getApiErrorMessage(data.error)}
          onRetry={() => void revalidate()}
          retrying={state === 'loading'}
        />
      )}
      {data.ok && data.value.counts.all === 0 && (
        <EmptyState level={2} title={emptyTitle ?? `No ${list.many} yet`} message={emptyMessage} action={emptyAction} />
      )}
      {data.ok && data.value.counts.all > 0 && <ListContent {...parts} data={data.value} />}
    </div>
  );
};
