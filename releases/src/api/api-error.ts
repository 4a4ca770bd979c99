import { getErrorMessage } from '@site/shared/domain/error-code';
import { describeFinding, type Finding } from '../gate/finding.ts';
import { ReleaseError } from '../release-error.ts';
import { StorageUnavailableError } from '../storage/release-storage.ts';

const UNAVAILABLE_MESSAGE = 'The release store does not respond. Try again later.';

/** A rejected call to the release API, which has changed nothing. */
export class ReleaseApiError extends ReleaseError {
  readonly status: number;
  readonly findings: readonly Finding[] | undefined;
  /** False for calls that are too frequent to be recorded individually. */
  readonly isRecorded: boolean;

  constructor(
    status: number,
    message: string,
    { findings, isRecorded = true }: { readonly findings?: readonly Finding[]; readonly isRecorded?: boolean } = {},
  ) {
    super(message);
    this.status = status;
    this.findings = findings;
    this.isRecorded = isRecorded;
  }
}

/**
 * Returns the error for a call whose token cannot be looked up. While the store does not respond, such calls are not recorded, because the history is in the
 * store and any client can make them. Any other error is a failure of the host, not of the caller.
 */
export const toLookupError = (error: unknown): Error =>
  error instanceof StorageUnavailableError
    ? new ReleaseApiError(503, UNAVAILABLE_MESSAGE, { isRecorded: false })
    : new Error(`The token cannot be looked up: ${getErrorMessage(error)}`, { cause: error });

/** Returns the status and body of the response to a call that has thrown an error. */
export const toErrorResponse = (
  error: unknown,
): { readonly status: number; readonly body: { readonly message: string; readonly findings?: readonly Finding[] } } => {
  if (error instanceof ReleaseApiError)
    return { status: error.status, body: { message: error.message, ...(error.findings === undefined ? {} : { findings: error.findings }) } };
  // A rule of the registry: the remote's state does not allow the change.
  if (error instanceof ReleaseError) return { status: 409, body: { message: error.message } };
  if (error instanceof StorageUnavailableError) return { status: 503, body: { message: UNAVAILABLE_MESSAGE } };
  return { status: 500, body: { message: 'The host could not do this; its log says why. Nothing has been activated.' } };
};

/** Returns the rejection of a build that failed the release checks. */
export const toFindingsError = (remote: string, findings: readonly Finding[]): ReleaseApiError =>
  new ReleaseApiError(
    422,
    `${remote} was rejected by the host's release checks. The active version is unchanged.\n${findings.map(describeFinding).join('\n')}`,
    { findings },
  );
