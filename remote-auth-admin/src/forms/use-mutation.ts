import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import { useRef, useState } from 'react';
import { getApiErrorMessage } from './api-error-message.ts';

interface Mutation {
  /** Name of the call in progress; '' if there is none. */
  readonly pending: string;
  /** Error from the last call; '' if it succeeded. */
  readonly error: string;
  /**
   * Ignores the call while another call is in progress. Only `onDone` may clear fields or close a dialog: it runs after the call has succeeded, so that a
   * failure does not lose typed text. Resolves to whether the call succeeded.
   */
  readonly run: <Payload>(name: string, call: () => Promise<Result<Payload, ApiError>>, onDone: (payload: Payload) => void) => Promise<boolean>;
}

/** Runs API calls from a panel or dialog one at a time. */
export const useMutation = (): Mutation => {
  const [pending, setPending] = useState('');
  const [error, setError] = useState('');
  // A state update would be too late to prevent a second call in the same task.
  const isInFlight = useRef(false);

  return {
    pending,
    error,
    run: async (name, call, onDone) => {
      if (isInFlight.current) return false;
      isInFlight.current = true;
      setPending(name);
      setError('');
      try {
        const result = await call();
        if (result.ok) onDone(result.value);
        else setError(getApiErrorMessage(result.error));
        return result.ok;
      } finally {
        isInFlight.current = false;
        setPending('');
      }
    },
  };
};
