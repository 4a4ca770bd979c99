import { type RawBuilder, sql } from 'kysely';
import { isEmbedded } from './connection.ts';
import type { Database } from './schema/tables.ts';

/** Offsets up to this size are not logged. Synchronised clocks differ by milliseconds. */
export const OFFSET_LIMIT_MS = 2_000;

interface ClockLogger {
  warn(fields: object, message: string): void;
}

export const getTimestampFromNow = (db: Database, seconds: number): RawBuilder<string> =>
  isEmbedded(db)
    ? sql`strftime('%Y-%m-%dT%H:%M:%fZ', 'now', ${`${seconds} seconds`})`
    : sql`to_char((clock_timestamp() + make_interval(secs => ${seconds})) at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Reads the lower and upper bounds of the offset. Uses a single connection, because waiting for a free one would count as latency. */
const readOffsets = (db: Database, machineNow: () => Date): Promise<{ readonly smallest: number; readonly largest: number }> =>
  db.connection().execute(async (connection) => {
    const before = machineNow().getTime();
    const { rows } = await sql<{ readonly time: string }>`select ${getTimestampFromNow(connection, 0)} as time`.execute(connection);
    const after = machineNow().getTime();
    const time = Date.parse(rows[0]?.time ?? '');
    return { smallest: time - after, largest: time - before };
  });

/**
 * Creates a clock that follows the database's time, so that all providers agree, and measures the offset once. Logs one message when the clocks differ by more
 * than two seconds, and another when they agree again.
 */
export const createDatabaseClock = async (db: Database, machineNow: () => Date, log: ClockLogger) => {
  let offsetMs = 0;
  let isOffsetLarge = false;
  /** Measures the offset. Call this every minute, because either clock may be adjusted. Rejects and keeps the offset if the database does not respond. */
  const measure = async (): Promise<void> => {
    if (isEmbedded(db)) return;
    const { smallest, largest } = await readOffsets(db, machineNow);
    // Keep the offset if latency alone could explain the difference.
    if (offsetMs < smallest || offsetMs > largest) offsetMs = (smallest + largest) / 2;
    const wasOffsetLarge = isOffsetLarge;
    isOffsetLarge = Math.abs(offsetMs) > OFFSET_LIMIT_MS;
    const fields = { offsetSeconds: offsetMs / 1000 };
    if (isOffsetLarge && !wasOffsetLarge) log.warn(fields, "the machine's clock differs from the database's, which is used: synchronise both");
    if (wasOffsetLarge && !isOffsetLarge) log.warn(fields, "the machine's clock agrees with the database's again");
  };
  await measure();
  return {
    now: (): Date => new Date(machineNow().getTime() + offsetMs),
    /** By how many milliseconds the database's clock is ahead of this machine's clock. Always 0 with the embedded database. */
    getOffsetMs: (): number => offsetMs,
    measure,
  };
};

export type DatabaseClock = Awaited<ReturnType<typeof createDatabaseClock>>;
