import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';

/** So many calls at once: quick, and no flood. */
const AT_ONCE = 4;

export interface ChangedAll<Row> {
  readonly done: readonly Row[];
  readonly failed: readonly Row[];
  /** Why the first of them failed. */
  readonly error: ApiError | undefined;
}

/** One call for each row; one that fails stops none of the others. */
export const changeAll = async <Row>(rows: readonly Row[], run: (row: Row) => Promise<Result<unknown, ApiError>>): Promise<ChangedAll<Row>> => {
  const done: Row[] = [];
  const failed: Row[] = [];
  let error: ApiError | undefined;
  const left = [...rows];
  const work = async (): Promise<void> => {
    for (let row = left.shift(); row !== undefined; row = left.shift()) {
      const answer = await run(row);
      if (answer.ok) done.push(row);
      else {
        failed.push(row);
        error ??= answer.error;
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed, error };
};
