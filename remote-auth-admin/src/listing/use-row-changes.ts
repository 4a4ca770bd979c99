import type { ApiError } from '@site/shared/contracts/api-error';
import type { HostServices } from '@site/shared/remote/host-services';
import { useRevalidator } from '@site/shared/router';
import { useState } from 'react';
import { failureWords } from '../forms/failure-words.ts';
import { useUndo } from '../layout/undo-bar.tsx';
import { type ChangedAll, changeAll } from './change-all.ts';
import { type BulkAction, countOf, type ListDefinition, type Removal } from './list-definition.ts';

export interface RowChanges<Row> {
  readonly isBusy: boolean;
  /** What went wrong with the last change; '' when nothing. */
  readonly refusal: string;
  /** Deleted a moment ago: not shown any more, whatever the provider still says. */
  readonly goneIds: ReadonlySet<string>;
  run(action: BulkAction<Row>, rows: readonly Row[]): Promise<void>;
  remove(removal: Removal<Row>, rows: readonly Row[]): Promise<void>;
}

/** Changes of many rows at once. Deleted rows go at once and come back when the provider refuses, or when somebody takes it back. */
export const useRowChanges = <Row>(services: HostServices, list: Pick<ListDefinition<Row>, 'one' | 'many' | 'idOf'>): RowChanges<Row> => {
  const { revalidate } = useRevalidator();
  const offerUndo = useUndo();
  const [isBusy, setIsBusy] = useState(false);
  const [refusal, setRefusal] = useState('');
  const [goneIds, setGoneIds] = useState<ReadonlySet<string>>(new Set());

  const refuse = ({ done, failed, error }: ChangedAll<Row>): void => {
    const words = (reason: ApiError) =>
      done.length + failed.length === 1 ? failureWords(reason) : `${failed.length} of ${countOf(list, done.length + failed.length)}: ${failureWords(reason)}`;
    setRefusal(error === undefined ? '' : words(error));
  };
  const bringBack = (rows: readonly Row[]): void => {
    const back = new Set(rows.map(list.idOf));
    setGoneIds((before) => new Set([...before].filter((id) => !back.has(id))));
  };

  const run = async (action: BulkAction<Row>, rows: readonly Row[]): Promise<void> => {
    setIsBusy(true);
    const changed = await changeAll(rows.filter(action.appliesTo), action.run);
    setIsBusy(false);
    refuse(changed);
    if (changed.done.length > 0) services.notify.success(action.done(changed.done.length));
    await revalidate();
  };

  const remove = async (removal: Removal<Row>, rows: readonly Row[]): Promise<void> => {
    const removable = rows.filter(removal.appliesTo);
    setRefusal('');
    setGoneIds((before) => new Set([...before, ...removable.map(list.idOf)]));
    const removed = await changeAll(removable, removal.run);
    bringBack(removed.failed);
    refuse(removed);
    if (removed.done.length === 0) return;
    offerUndo({
      words: `${countOf(list, removed.done.length)} deleted`,
      undo: async () => {
        const restored = await changeAll(removed.done, removal.restore);
        refuse(restored);
        await revalidate();
        bringBack(restored.done);
      },
    });
    await revalidate();
  };

  return { isBusy, refusal, goneIds, run, remove };
};
