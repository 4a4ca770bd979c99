import { setImmediate } from 'node:timers/promises';

export const BATCH_ROWS = 200;

/** Reads a long table in batches of `BATCH_ROWS`. Each batch starts after the last row of the previous one, and other requests are served in between. */
export async function* readRows<Row>(readBatch: (last: Row | undefined) => Promise<readonly Row[]>): AsyncGenerator<Row> {
  let rows: readonly Row[] = [];
  do {
    rows = await readBatch(rows.at(-1));
    yield* rows;
    await setImmediate();
  } while (rows.length === BATCH_ROWS);
}
