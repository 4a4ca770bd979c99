import type { ApiError } from '@site/shared/contracts/api-error';
import type { Result } from '@site/shared/domain/result';
import { useLoaderData, useRevalidator } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { FormError } from '../forms/form-error.tsx';
import { ScreenHeader } from '../layout/screen-header.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import { DevicesPanel } from './devices-panel.tsx';
import { PasskeysPanel } from './passkeys-panel.tsx';
import { PolicyPanel } from './policy-panel.tsx';
import { RecoveryCodes, RecoveryCodesPanel } from './recovery-codes.tsx';
import type { SecurityData } from './security-loader.ts';
import styles from './security-page.module.css';
import { TotpPanel } from './totp-panel.tsx';

/** Manages the current user's sign-in methods and signed-in devices. */
export const SecurityPage = ({ services }: ScreenProps) => {
  const data = useLoaderData<Result<SecurityData, ApiError>>();
  const { revalidate } = useRevalidator();
  const [newCodes, setNewCodes] = useState<readonly string[]>([]);
  const [error, setError] = useState('');

  /** Runs a change, shows its error, and reloads the screen's data. Resolves to whether the change succeeded. */
  const change = async <Payload,>(call: () => Promise<Result<Payload, ApiError>>, onDone?: (payload: Payload) => void): Promise<boolean> => {
    setError('');
    const result = await call();
    if (result.ok) onDone?.(result.value);
    else setError(getApiErrorMessage(result.error));
    await revalidate();
    return result.ok;
  };
  const showCodes = ({ recoveryCodes }: { readonly recoveryCodes: readonly string[] }): void => {
    if (recoveryCodes.length > 0) setNewCodes(recoveryCodes);
  };

  if (!data.ok) {
    return (
      <div className={styles.page}>
        <ScreenHeader title="Sign-in and devices" />
        <FormError>{getApiErrorMessage(data.error)}</FormError>
        <Button onClick={() => void revalidate()}>Try again</Button>
      </div>
    );
  }
  const { factors, sessions, secondFactorRoles } = data.value;
  const hasFactor = factors.hasTotp || factors.passkeys.length > 0;
  const panel = { services, change, showCodes };
  return (
    <div className={styles.page}>
      <ScreenHeader title="Sign-in and devices" lead="A second factor protects your account even if someone learns your password." />
      {factors.isRequired && !hasFactor && (
        <p className={styles.note} role="status">
          Your role needs a second factor. Set up one of these before you continue.
        </p>
      )}
      <FormError>{error}</FormError>
      {newCodes.length > 0 && <RecoveryCodes codes={newCodes} onDone={() => setNewCodes([])} />}
      <div className={styles.columns}>
        <PasskeysPanel {...panel} passkeys={factors.passkeys} />
        <TotpPanel {...panel} hasTotp={factors.hasTotp} />
        {hasFactor && <RecoveryCodesPanel {...panel} left={factors.recoveryCodesLeft} />}
        <DevicesPanel {...panel} sessions={sessions} />
        {secondFactorRoles !== null && <PolicyPanel {...panel} roles={secondFactorRoles} />}
      </div>
    </div>
  );
};
