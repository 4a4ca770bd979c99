import { Button, ButtonRow } from '@site/shared/ui/button';
import { StaffDialog } from '../forms/staff-dialog.tsx';

interface LeaveDraftsProps {
  readonly onDelete: () => void;
  readonly onKeep: () => void;
  readonly onClose: () => void;
}

/** Before a sign-out that leaves unsaved work on the device, which anyone who uses it next could read. */
export const LeaveDrafts = ({ onDelete, onKeep, onClose }: LeaveDraftsProps) => (
  <StaffDialog title="Unsaved work is on this device" onClose={onClose}>
    <p>Delete it if other people use this device. Otherwise you find it again when you next sign in here.</p>
    <ButtonRow>
      <Button variant="danger" onClick={onDelete}>
        Delete and sign out
      </Button>
      <Button variant="secondary" onClick={onKeep}>
        Leave it and sign out
      </Button>
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </ButtonRow>
  </StaffDialog>
);
