import { addPasskey, deletePasskey, type Passkey, preparePasskey } from '@site/shared/contracts/second-factor';
import { formatLongDate } from '@site/shared/domain/dates';
import { Button } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { type SubmitEvent, useState } from 'react';
import { StaffPanel } from '../layout/staff-panel.tsx';
import { canUsePasskeys, createPasskey } from '../login/passkeys.ts';
import styles from './security-page.module.css';
import type { SecurityPanelProps } from './security-panel.ts';

interface PasskeysPanelProps extends SecurityPanelProps {
  readonly passkeys: readonly Passkey[];
}

/** Adds and removes passkeys, which replace the password and the code with a device's fingerprint or PIN. */
export const PasskeysPanel = ({ services, change, showCodes, passkeys }: PasskeysPanelProps) => {
  const [isBusy, setIsBusy] = useState(false);
  const { http, notify } = services;

  const add = async (name: string): Promise<boolean> =>
    change(
      async () => {
        const preparation = await http.call(preparePasskey);
        if (!preparation.ok) return preparation;
        const response = await createPasskey(preparation.value.options);
        return response.ok ? http.call(addPasskey, { body: { name, response: response.value } }) : response;
      },
      (added) => {
        notify.success('Passkey added');
        showCodes(added);
      },
    );
  const handleSubmit = (event: SubmitEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const form = event.currentTarget;
    setIsBusy(true);
    void add(String(new FormData(form).get('passkeyName') ?? '').trim())
      .then((isAdded) => isAdded && form.reset())
      .finally(() => setIsBusy(false));
  };

  return (
    <StaffPanel title="Passkeys">
      <p>Sign in with the fingerprint, face or PIN of your phone or computer, without a password.</p>
      {passkeys.length > 0 && (
        <ul className={styles.list} aria-label="Your passkeys">
          {passkeys.map(({ _id, name, createdAt, lastUsedAt }) => (
            <li key={_id} className={styles.row}>
              <span>
                <span className={styles.name}>{name}</span>
                <br />
                <span className={styles.hint}>
                  Added {formatLongDate(createdAt)}, {lastUsedAt === null ? 'not used yet' : `last used ${formatLongDate(lastUsedAt)}`}
                </span>
              </span>
              <Button
                variant="quiet"
                size="small"
                label={`Remove ${name}`}
                onClick={() =>
                  void change(
                    () => http.call(deletePasskey, { params: { id: _id } }),
                    () => notify.success('Passkey removed'),
                  )
                }
              >
                Remove
              </Button>
            </li>
          ))}
        </ul>
      )}
      {canUsePasskeys() ? (
        <form className={styles.form} aria-label="Add a passkey" onSubmit={handleSubmit}>
          <TextField label="Name" name="passkeyName" maxLength={60} hint="Helps you tell your passkeys apart, for example “My phone”" />
          <Button type="submit" busy={isBusy}>
            Add passkey
          </Button>
        </form>
      ) : (
        <p className={styles.hint}>
          Passkeys need https, or localhost on your own computer, and a browser that supports them. Use an authenticator app instead.
        </p>
      )}
    </StaffPanel>
  );
};
