import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { useRevalidator } from '@site/shared/router';
import { useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { useUndo } from '../layout/undo-bar.tsx';
import { type BulkAction, formatCount, type Removal, type RowKind } from './list-definition.ts';

const CONCURRENT_CALLS = 4;

export interface RowFailure<Row> {
  readonly row: Row;
  readonly error: ApiError;
}

interface BatchResult<Row> {
  readonly done: readonly Row[];
  readonly failed: readonly RowFailure<Row>[];
}

/** Makes one call per row, a few at a time. A failure does not stop the other calls. */
const runForAll = async <Row>(rows: readonly Row[], run: (row: Row) => Promise<Result<unknown, ApiError>>): Promise<BatchResult<Row>> => {
  const done: Row[] = [];
  const failed: RowFailure<Row>[] = [];
  const queue = [...rows];
  const work = async (): Promise<void> => {
    for (let row = queue.shift(); row !== undefined; row = queue.shift()) {
      const result = await run(row);
      if (result.ok) done.push(row);
      else failed.push({ row, error: result.error });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENT_CALLS }, work));
  return { done, failed };
};

export interface RowChanges<Row> {
  readonly isBusy: boolean;
  /** Error from the last change; '' if it succeeded. */
  readonly error: string;
  readonly setError: (message: string) => void;
  /** Ids of deleted rows. They are hidden even if the loaded page still contains them. */
  readonly removedIds: ReadonlySet<string>;
  /** Resolves to the changed rows. */
  readonly run: (action: BulkAction<Row>, rows: readonly Row[]) => Promise<readonly Row[]>;
  /** Resolves to the rows that were not deleted, each with the reason. */
  readonly remove: (removal: Removal<Row>, rows: readonly Row[]) => Promise<readonly RowFailure<Row>[]>;
}

/** Changes many rows at once. Hides deleted rows immediately, and shows them again if the provider rejects the deletion or the user clicks "Undo". */
export const useRowChanges = <Row>(services: HostServices, kind: RowKind<Row>): RowChanges<Row> => {
  const { revalidate } = useRevalidator();
  const offerUndo = useUndo();
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState('');
  const [removedIds, setRemovedIds] = useState<ReadonlySet<string>>(new Set());

  const report = ({ done, failed }: BatchResult<Row>): void => {
    const count = done.length + failed.length;
    const [first] = failed;
    if (first === undefined) setError('');
    else setError(count === 1 ? getApiErrorMessage(first.error) : `${failed.length} of ${formatCount(kind, count)}: ${getApiErrorMessage(first.error)}`);
  };
  const unhideRows = (rows: readonly Row[]): void => {
    const shown = new Set(rows.map(kind.getId));
    setRemovedIds((before) => new Set([...before].filter((id) => !shown.has(id))));
  };

  const run = async (action: BulkAction<Row>, rows: readonly Row[]): Promise<readonly Row[]> => {
    setIsBusy(true);
    const result = await runForAll(rows.filter(action.appliesTo), action.run);
    setIsBusy(false);
    report(result);
    if (result.done.length > 0) services.notify.success(action.done(result.done.length));
    await revalidate();
    return result.done;
  };

  const remove = async (removal: Removal<Row>, rows: readonly Row[]): Promise<readonly RowFailure<Row>[]> => {
    const removable = rows.filter(removal.appliesTo);
    setError('');
    setRemovedIds((before) => new Set([...before, ...removable.map(kind.getId)]));
    const removed = await runForAll(removable, removal.run);
    unhideRows(removed.failed.map(({ row }) => row));
    report(removed);
    if (removed.done.length === 0) return removed.failed;
    offerUndo({
      message: `${formatCount(kind, removed.done.length)} deleted`,
      undo: async () => {
        const restored = await runForAll(removed.done, removal.restore);
        report(restored);
        await revalidate();
        unhideRows(restored.done);
      },
    });
    await revalidate();
    return removed.failed;
  };

  return { isBusy, error, setError, removedIds, run, remove };
};
