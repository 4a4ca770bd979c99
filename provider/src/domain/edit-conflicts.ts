import { ConflictError, PreconditionFailedError } from './errors.ts';

const CHANGED_MEANWHILE = 'Someone else has changed this in the meantime. Please load it again.';

/** The stored version is not the one that was checked. */
export class EditConflictError extends ConflictError {
  /** The name of the account that saved it; '' where it is not known. */
  constructor(readonly savedBy = '') {
    super(CHANGED_MEANWHILE);
  }
}

export interface ExpectedVersion {
  /** The `If-Match` header. */
  readonly ifMatch: string | undefined;
  /** The form's `updatedAt`. */
  readonly updatedAt: string | undefined;
}

/** Whether a save may overwrite whatever is stored. */
export const isUnconditional = ({ ifMatch = '*', updatedAt = '' }: ExpectedVersion): boolean => ifMatch === '*' && updatedAt === '';

/** Someone else may have saved since the form was loaded (NS-09): 412 for `If-Match`, 409 for the form's `updatedAt`. */
export const checkVersion = ({ ifMatch, updatedAt }: ExpectedVersion, storedUpdatedAt: string): void => {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch.replace(/^(W\/)?"|"$/g, '') !== storedUpdatedAt) throw new PreconditionFailedError(CHANGED_MEANWHILE);
  if (updatedAt !== undefined && updatedAt !== '' && updatedAt !== storedUpdatedAt) throw new EditConflictError();
};

/** Later than the previous timestamp, so that two saves within one millisecond differ. */
export const nextTimestamp = (now: Date, previous: string | undefined): string => {
  const earliest = previous === undefined ? 0 : Date.parse(previous) + 1;
  return new Date(Math.max(now.getTime(), earliest)).toISOString();
};
