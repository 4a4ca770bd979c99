import type { ResponseOf } from '@site/shared/contracts/endpoint';
import { disableTotp, enableTotp, prepareTotp, totpFormSchema } from '@site/shared/contracts/second-factor';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { useState } from 'react';
import { FormError } from '../forms/form-error.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { StaffPanel } from '../layout/staff-panel.tsx';
import { QrCode } from './qr-code.tsx';
import styles from './security-page.module.css';
import type { SecurityPanelProps } from './security-panel.ts';

type TotpSetup = ResponseOf<typeof prepareTotp>;

interface SetUpProps extends Pick<SecurityPanelProps, 'services'> {
  readonly totpSetup: TotpSetup;
  readonly onEnabled: (response: ResponseOf<typeof enableTotp>) => void;
  readonly onCancel: () => void;
}

const SetUp = ({ services, totpSetup, onEnabled, onCancel }: SetUpProps) => {
  const form = useStaffForm({
    schema: totpFormSchema,
    fields: ['code'],
    send: (body) => services.http.call(enableTotp, { body }),
    onSent: onEnabled,
  });
  return (
    <form className={styles.form} aria-label="Set up the authenticator app" noValidate onChange={form.handleChange} onSubmit={form.handleSubmit}>
      <p>Scan this with an authenticator app, or type the key into it. Then enter the six digits that it shows.</p>
      <QrCode text={totpSetup.uri} label="QR code for the authenticator app" />
      <p>
        Key: <span className={styles.secret}>{totpSetup.secret}</span>
      </p>
      <FormError>{form.message}</FormError>
      <TextField label="Code" name="code" autoComplete="one-time-code" spellCheck={false} maxLength={10} error={form.getError('code')} />
      <ButtonRow>
        <Button type="submit" busy={form.isSending}>
          Turn on
        </Button>
        <Button variant="secondary" onClick={onCancel}>
          Cancel
        </Button>
      </ButtonRow>
    </form>
  );
};

interface TotpPanelProps extends SecurityPanelProps {
  readonly hasTotp: boolean;
}

/** Turns sign-in codes from an authenticator app on or off. The app shows a new code every 30 seconds. */
export const TotpPanel = ({ services, change, showCodes, hasTotp }: TotpPanelProps) => {
  const [totpSetup, setTotpSetup] = useState<TotpSetup | null>(null);
  const { http, notify } = services;
  const handleEnabled = (response: ResponseOf<typeof enableTotp>): void => {
    setTotpSetup(null);
    void change(async () => ({ ok: true, value: response }), showCodes);
    notify.success('Authenticator app turned on');
  };
  return (
    <StaffPanel title="Authenticator app">
      {totpSetup !== null ? (
        <SetUp services={services} totpSetup={totpSetup} onEnabled={handleEnabled} onCancel={() => setTotpSetup(null)} />
      ) : (
        <>
          <p>
            {hasTotp
              ? 'On: you enter a code from your app after your password.'
              : 'An authenticator app on your phone shows a code that you enter after your password.'}
          </p>
          <ButtonRow>
            <Button variant={hasTotp ? 'secondary' : 'primary'} onClick={() => void change(() => http.call(prepareTotp), setTotpSetup)}>
              {hasTotp ? 'Use another app' : 'Set up'}
            </Button>
            {hasTotp && (
              <Button
                variant="quiet"
                onClick={() =>
                  void change(
                    () => http.call(disableTotp),
                    () => notify.success('Authenticator app turned off'),
                  )
                }
              >
                Turn off
              </Button>
            )}
          </ButtonRow>
        </>
      )}
    </StaffPanel>
  );
};
