import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import type { HttpClient } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { canUsePasskeys, type PasskeyProof, requestPasskeyProof } from './passkeys.ts';

interface PasskeyButtonProps<Payload> {
  readonly http: HttpClient;
  readonly label: string;
  /** Whether the button is the primary way to sign in. */
  readonly isFirst?: boolean;
  readonly send: (proof: PasskeyProof) => Promise<Result<Payload, ApiError>>;
  readonly onDone: (payload: Payload) => void;
  readonly onError: (message: string) => void;
}

/** Button that proves the user's identity with a passkey. Renders nothing if the browser does not offer passkeys. */
export const PasskeyButton = <Payload,>({ http, label, isFirst = false, send, onDone, onError }: PasskeyButtonProps<Payload>) => {
  const [isBusy, setIsBusy] = useState(false);
  if (!canUsePasskeys()) return null;
  const proveIdentity = async (): Promise<void> => {
    onError('');
    setIsBusy(true);
    const proof = await requestPasskeyProof(http);
    const result = proof.ok ? await send(proof.value) : proof;
    setIsBusy(false);
    if (result.ok) onDone(result.value);
    else onError(getApiErrorMessage(result.error));
  };
  return (
    <Button variant={isFirst ? 'primary' : 'secondary'} wide busy={isBusy} onClick={() => void proveIdentity()}>
      {label}
    </Button>
  );
};
