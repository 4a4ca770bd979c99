import { renewRecoveryCodes } from '@site/shared/contracts/second-factor';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { downloadIcon } from '@site/shared/ui/icon-shapes';
import { StaffPanel } from '../layout/staff-panel.tsx';
import { downloadText } from '../listing/csv.ts';
import styles from './security-page.module.css';
import type { SecurityPanelProps } from './security-panel.ts';

interface RecoveryCodesProps {
  readonly codes: readonly string[];
  readonly onDone: () => void;
}

/** Shows new recovery codes. They are shown only once. */
export const RecoveryCodes = ({ codes, onDone }: RecoveryCodesProps) => (
  <StaffPanel title="Your recovery codes">
    <p role="status">Keep them somewhere you can reach without your phone. Each code works once. They will not be shown again.</p>
    <ul className={styles.codes} aria-label="Recovery codes">
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
    <ButtonRow>
      <Button icon={downloadIcon} onClick={() => downloadText(`${codes.join('\n')}\n`, 'recovery-codes.txt', 'text/plain;charset=utf-8')}>
        Download
      </Button>
      <Button variant="secondary" onClick={onDone}>
        I have saved them
      </Button>
    </ButtonRow>
  </StaffPanel>
);

interface RecoveryCodesPanelProps extends SecurityPanelProps {
  readonly left: number;
}

export const RecoveryCodesPanel = ({ services, change, showCodes, left }: RecoveryCodesPanelProps) => (
  <StaffPanel title="Recovery codes">
    <p>{left === 1 ? 'One code is left.' : `${left} codes are left.`} Use them to sign in without your phone or passkey.</p>
    <ButtonRow>
      <Button variant="secondary" onClick={() => void change(() => services.http.call(renewRecoveryCodes), showCodes)}>
        Generate new codes
      </Button>
    </ButtonRow>
  </StaffPanel>
);
