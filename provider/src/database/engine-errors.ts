import { getErrorCode } from '@site/shared/domain/error-code';
import { UnstorableValueError } from './connection.ts';

/** Whether a unique constraint was violated, by the error codes of either engine. */
export const isUniqueViolation = (reason: unknown): boolean => {
  const code = getErrorCode(reason);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
};

/** Whether a referenced row does not exist. */
export const isForeignKeyViolation = (reason: unknown): boolean => {
  const code = getErrorCode(reason);
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
};

/** Whether the engine cannot store a text: NUL, or half of a surrogate pair. */
export const isUnstorable = (reason: unknown): boolean => reason instanceof UnstorableValueError || ['22021', '22P05'].includes(getErrorCode(reason));

/** Whether the database's disk is full or cannot be written. */
export const isUnwritable = (reason: unknown): boolean => /^(?:SQLITE_FULL|SQLITE_IOERR.*|SQLITE_READONLY.*|53100|25006)$/.test(getErrorCode(reason));

/** Error codes of Node and PostgreSQL: connection exceptions, the server's own shutdown and start, too many clients. */
const UNREACHABLE = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[123]|53300)$/;
/** Messages of errors that `pg` throws without a code. */
const DISCONNECTED = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** Whether the database does not respond; a retry succeeds once it is back. */
export const isUnreachable = (reason: unknown): boolean =>
  UNREACHABLE.test(getErrorCode(reason)) || (reason instanceof Error && DISCONNECTED.test(reason.message));

/** Whether the engine aborted the transaction at once, because of a deadlock or because two transactions cannot follow each other. */
export const isTransactionConflict = (reason: unknown): boolean => ['40001', '40P01', 'SQLITE_BUSY_SNAPSHOT'].includes(getErrorCode(reason));

/** Whether two transactions collided; a retry may succeed. The embedded engine waits for seconds before it reports that it is busy. */
export const isSerializationFailure = (reason: unknown): boolean => isTransactionConflict(reason) || getErrorCode(reason) === 'SQLITE_BUSY';
