import type { ApiError } from '@site/shared/contracts/api-error';

/** What happened and what to do; the server's message where it has one. */
export const getErrorMessage = ({ kind, message }: ApiError): string => {
  switch (kind) {
    case 'forbidden':
      return 'You do not have permission to do this';
    case 'network':
      return 'The site could not be reached. What you entered is still here; try again when you are connected.';
    case 'unauthorized':
      return 'Your session has ended. Sign in again to go on.';
    case 'conflict':
      return message || 'Somebody else has saved this in the meantime. Load it again to see what changed.';
    case 'not-found':
      return message || 'This does not exist any more. Somebody may have deleted it.';
    case 'too-many':
      return message || 'Too many tries. Wait a few minutes and try again.';
    case 'invalid':
      return message || 'Something in the form is not right.';
    case 'server':
    case 'unexpected':
      return message || 'This did not work, and it is not your fault. Try again in a moment.';
    default:
      return kind satisfies never;
  }
};
