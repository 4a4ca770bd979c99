import type { ApiError } from '@site/shared/contracts/api-error';

/** Explains an error and what to do about it. For most kinds of error, prefers the server's message. */
export const getApiErrorMessage = ({ kind, message, errors }: ApiError): string => {
  switch (kind) {
    case 'forbidden':
      // If there are `errors`, the role is not the cause, and the message says what is missing.
      return errors === undefined ? 'You do not have permission to do this' : message;
    case 'network':
      return 'The site could not be reached. Your input has been kept. Try again when you are online.';
    case 'unauthorized':
      return 'Your session has ended. Sign in again to continue.';
    case 'conflict':
      return message || 'Someone else has saved this since you opened it. Reload to see what changed.';
    case 'not-found':
      return message || 'This no longer exists. Someone may have deleted it.';
    case 'too-many':
      return message || 'Too many attempts. Wait a few minutes and try again.';
    case 'invalid':
      return message || 'Some fields are not valid.';
    case 'server':
    case 'unexpected':
      return message || 'Something went wrong on our side. Try again in a moment.';
    default:
      return kind satisfies never;
  }
};
