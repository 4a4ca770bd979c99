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

/** Two transactions collided; a retry may succeed. */
export const isSerializationFailure = (reason: unknown): boolean => ['40001', '40P01', 'SQLITE_BUSY', 'SQLITE_BUSY_SNAPSHOT'].includes(getErrorCode(reason));
