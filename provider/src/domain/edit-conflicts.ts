import { ConflictError, PreconditionFailedError } from './errors.ts';

const EDIT_CONFLICT_MESSAGE = 'Someone else has changed this in the meantime. Please load it again.';

/** Thrown if the document has changed since the caller read it. */
export class EditConflictError extends ConflictError {
  /** `savedBy` is the name of the user who saved the stored version; '' if unknown. */
  constructor(readonly savedBy = '') {
    super(EDIT_CONFLICT_MESSAGE);
  }
}

export interface ExpectedVersion {
  readonly ifMatch: string | undefined;
  readonly updatedAt: string | undefined;
}

/** Whether a save may overwrite the stored version, whatever it is. */
export const isUnconditional = ({ ifMatch = '*', updatedAt = '' }: ExpectedVersion): boolean => ifMatch === '*' && updatedAt === '';

/** Throws if the document has been saved since the form was loaded (NS-09): 412 for `If-Match`, 409 for the form's `updatedAt`. */
export const checkVersion = ({ ifMatch, updatedAt }: ExpectedVersion, storedUpdatedAt: string): void => {
  if (ifMatch !== undefined && ifMatch !== '*' && ifMatch.replace(/^(W\/)?"|"$/g, '') !== storedUpdatedAt)
    throw new PreconditionFailedError(EDIT_CONFLICT_MESSAGE);
  if (updatedAt !== undefined && updatedAt !== '' && updatedAt !== storedUpdatedAt) throw new EditConflictError();
};

/** Returns a timestamp later than the previous one, so that two saves within the same millisecond get different timestamps. */
export const nextTimestamp = (now: Date, previous: string | undefined): string => {
  const earliestMs = previous === undefined ? 0 : Date.parse(previous) + 1;
  return new Date(Math.max(now.getTime(), earliestMs)).toISOString();
};
