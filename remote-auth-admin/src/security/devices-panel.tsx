import { type AccountSession, endOtherSessions, endSession } from '@site/shared/contracts/account';
import { SITE_TIME_ZONE } from '@site/shared/domain/dates';
import { Button } from '@site/shared/ui/button';
import { StaffPanel } from '../layout/staff-panel.tsx';
import styles from './security-page.module.css';
import type { SecurityPanelProps } from './security-panel.ts';

const TIME = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: SITE_TIME_ZONE });

interface DevicesPanelProps extends SecurityPanelProps {
  readonly sessions: readonly AccountSession[];
}

/** Lists the devices on which the account is signed in. */
export const DevicesPanel = ({ services, change, sessions }: DevicesPanelProps) => {
  const { http, notify } = services;
  return (
    <StaffPanel title="Devices">
      <ul className={styles.list} aria-label="Signed-in devices">
        {sessions.map(({ _id, device, createdAt, lastUsedAt, isCurrent }) => (
          <li key={_id} className={styles.row}>
            <span>
              <span className={styles.name}>
                {device}
                {isCurrent && ' (this device)'}
              </span>
              <br />
              <span className={styles.hint}>
                Signed in {TIME.format(new Date(createdAt))}
                {lastUsedAt !== null && `, last used ${TIME.format(new Date(lastUsedAt))}`}
              </span>
            </span>
            {!isCurrent && (
              <Button
                variant="quiet"
                size="small"
                label={`Sign out ${device}`}
                onClick={() =>
                  void change(
                    () => http.call(endSession, { params: { id: _id } }),
                    () => notify.success('Device signed out'),
                  )
                }
              >
                Sign out
              </Button>
            )}
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          variant="secondary"
          onClick={() =>
            void change(
              () => http.call(endOtherSessions),
              () => notify.success('All other devices have been signed out'),
            )
          }
        >
          Sign out all other devices
        </Button>
      )}
    </StaffPanel>
  );
};
