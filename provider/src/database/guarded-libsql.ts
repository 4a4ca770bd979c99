import type { SqliteDatabase, SqliteStatement } from 'kysely';
import Libsql from 'libsql';

/** A value that the database cannot keep as it is: text with a NUL character, or a type that no column has. */
export class UnstorableValueError extends Error {}

type Bindable = string | number | bigint | Uint8Array | null;

/** libsql ends the process on a boolean and cuts text at NUL, so nothing reaches it unchecked. */
const toBindable = (value: unknown): Bindable => {
  if (value === null || typeof value === 'bigint' || value instanceof Uint8Array) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return value;
  if (typeof value === 'boolean') return value ? 1 : 0;
  if (typeof value === 'string') {
    if (value.includes('\0')) throw new UnstorableValueError('Text must not hold NUL characters.');
    return value;
  }
  throw new UnstorableValueError(`A ${typeof value} cannot be stored.`);
};

const guardStatement = (statement: Libsql.Statement): SqliteStatement => ({
  reader: statement.reader,
  all: (parameters) => statement.all(parameters.map(toBindable)),
  run: (parameters) => statement.run(parameters.map(toBindable)),
  iterate: (parameters) => statement.iterate(parameters.map(toBindable)),
});

/** Opens the embedded file: write-ahead log, and every commit on the disk before it is acknowledged. */
export const openGuardedLibsql = (file: string): SqliteDatabase => {
  const database = new Libsql(file, { timeout: 5000 });
  for (const pragma of ['journal_mode = WAL', 'synchronous = FULL', 'foreign_keys = ON']) database.exec(`PRAGMA ${pragma}`);
  let isOpen = true;
  return {
    prepare: (sql) => {
      // The native library is not safe to call after close.
      if (!isOpen) throw new Error('The database is closed.');
      return guardStatement(database.prepare(sql));
    },
    close: () => {
      isOpen = false;
      database.close();
    },
  };
};
