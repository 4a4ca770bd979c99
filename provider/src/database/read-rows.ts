import { setImmediate } from 'node:timers/promises';

export const BATCH_ROWS = 200;

/** SQLite allows 32,766 parameters in a statement, PostgreSQL 65,535. */
const VALUES_PER_STATEMENT = 1000;

export const splitForStatements = <Value>(values: readonly Value[]): Value[][] =>
  Array.from({ length: Math.ceil(values.length / VALUES_PER_STATEMENT) }, (_, part) =>
    values.slice(part * VALUES_PER_STATEMENT, (part + 1) * VALUES_PER_STATEMENT),
  );

/** Reads a long table in batches of `BATCH_ROWS`. Each batch starts after the last row of the previous one. Other requests can run between batches. */
export async function* readRows<Row>(readBatch: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  let rows: readonly Row[] = [];
  do {
    rows = await readBatch(rows.at(-1));
    yield* rows;
    await setImmediate();
  } while (rows.length === BATCH_ROWS);
}
