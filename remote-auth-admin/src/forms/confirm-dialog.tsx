import { Button, ButtonRow } from '@site/shared/ui/button';
import type { ReactNode } from 'react';
import { StaffDialog } from './staff-dialog.tsx';

interface ConfirmDialogProps {
  readonly title: string;
  readonly children: ReactNode;
  readonly confirmLabel: string;
  /** `primary` is for harmless actions. */
  readonly variant?: 'danger' | 'primary';
  readonly busy?: boolean;
  readonly onConfirm: () => void;
  readonly onClose: () => void;
}

/** Asks the user to confirm an action. Render it only while it is open. Escape closes it and restores focus. */
export const ConfirmDialog = ({ title, children, confirmLabel, variant = 'danger', busy = false, onConfirm, onClose }: ConfirmDialogProps) => (
  <StaffDialog title={title} onClose={onClose}>
    <div>{children}</div>
    <ButtonRow>
      <Button variant="secondary" onClick={onClose}>
        Cancel
      </Button>
      <Button variant={variant} busy={busy} onClick={onConfirm}>
        {confirmLabel}
      </Button>
    </ButtonRow>
  </StaffDialog>
);
