import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import { useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import type { Selection } from './use-selection.ts';

/** Selects all matching rows, including those on other pages. */
export const useSelectAll = <Row>(
  { add }: Pick<Selection<Row>, 'add'>,
  setError: (message: string) => void,
  loadAll: () => Promise<Result<readonly Row[], ApiError>>,
) => {
  const [isSelectingAll, setIsSelectingAll] = useState(false);
  const selectAll = async (): Promise<void> => {
    setIsSelectingAll(true);
    const all = await loadAll();
    setIsSelectingAll(false);
    if (all.ok) add(all.value);
    else setError(getApiErrorMessage(all.error));
  };
  return { isSelectingAll, selectAll: () => void selectAll() };
};
