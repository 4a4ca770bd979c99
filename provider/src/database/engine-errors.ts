import { getErrorCode } from '@site/shared/domain/error-code';
import { UnstorableValueError } from './connection.ts';

/** A violated unique constraint, by the codes of either engine. */
export const isUniqueViolation = (reason: unknown): boolean => {
  const code = getErrorCode(reason);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
};

/** A referenced row does not exist. */
export const isForeignKeyViolation = (reason: unknown): boolean => {
  const code = getErrorCode(reason);
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
};

/** Text that the engine cannot store: NUL, or half of a surrogate pair. */
export const isUnstorable = (reason: unknown): boolean => reason instanceof UnstorableValueError || ['22021', '22P05'].includes(getErrorCode(reason));

/** The disk of the database is full, or cannot be written. */
export const isUnwritable = (reason: unknown): boolean => /^(?:SQLITE_FULL|SQLITE_IOERR.*|SQLITE_READONLY.*|53100|25006)$/.test(getErrorCode(reason));

/** Node's codes, and PostgreSQL's: connection exceptions, its own shutdown and start, too many clients. */
const UNREACHABLE = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[123]|53300)$/;
/** What `pg` throws without a code. */
const DISCONNECTED = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** The database does not respond; a retry succeeds when it is back. */
export const isUnreachable = (reason: unknown): boolean =>
  UNREACHABLE.test(getErrorCode(reason)) || (reason instanceof Error && DISCONNECTED.test(reason.message));

/** A deadlock, or two transactions that cannot follow each other: the engine has ended one of them at once. */
export const isTransactionConflict = (reason: unknown): boolean => ['40001', '40P01', 'SQLITE_BUSY_SNAPSHOT'].includes(getErrorCode(reason));

/** Two transactions collided; a retry may succeed. The embedded engine has waited for seconds before it says that it is busy. */
export const isSerializationFailure = (reason: unknown): boolean => isTransactionConflict(reason) || getErrorCode(reason) === 'SQLITE_BUSY';
