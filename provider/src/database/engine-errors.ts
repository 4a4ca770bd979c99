import { getErrorCode } from '@site/shared/domain/error-code';
import { UnstorableValueError } from './connection.ts';

export const isUniqueViolation = (reason: unknown): boolean => {
  const code = getErrorCode(reason);
  return code === '23505' || code === 'SQLITE_CONSTRAINT_UNIQUE' || code === 'SQLITE_CONSTRAINT_PRIMARYKEY';
};

export const isForeignKeyViolation = (reason: unknown): boolean => {
  const code = getErrorCode(reason);
  return code === '23503' || code === 'SQLITE_CONSTRAINT_FOREIGNKEY';
};

/** Whether the engine cannot store a string because of a NUL or an unpaired surrogate. */
export const isUnstorable = (reason: unknown): boolean => reason instanceof UnstorableValueError || ['22021', '22P05'].includes(getErrorCode(reason));

export const isUnwritable = (reason: unknown): boolean => /^(?:SQLITE_FULL|SQLITE_IOERR.*|SQLITE_READONLY.*|53100|25006)$/.test(getErrorCode(reason));

/** Error codes from Node and PostgreSQL: connection failures, server shutdown and startup, and too many clients. */
const UNREACHABLE_CODES = /^(?:ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN|08...|57P0[123]|53300)$/;
const DISCONNECTED_MESSAGE = /^(?:Connection terminated|timeout exceeded when trying to connect)/;

/** Whether the database does not respond. A retry will succeed once the database is available again. */
export const isUnreachable = (reason: unknown): boolean =>
  UNREACHABLE_CODES.test(getErrorCode(reason)) || (reason instanceof Error && DISCONNECTED_MESSAGE.test(reason.message));

export const isTransactionConflict = (reason: unknown): boolean => ['40001', '40P01', 'SQLITE_BUSY_SNAPSHOT'].includes(getErrorCode(reason));

/** Whether two transactions conflicted, in which case a retry may succeed. The embedded engine waits for seconds before it reports that it is busy. */
export const isSerializationFailure = (reason: unknown): boolean => isTransactionConflict(reason) || getErrorCode(reason) === 'SQLITE_BUSY';
