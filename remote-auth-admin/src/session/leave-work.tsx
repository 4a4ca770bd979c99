import { Button, ButtonRow } from '@site/shared/ui/button';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { formatUploadCount } from '../uploads/upload-row.ts';

interface ConfirmSignOutProps {
  /** Number of images that have not been uploaded yet. Signing out always deletes them. */
  readonly unsentImageCount: number;
  readonly onDelete: () => void;
  /** Undefined if there is no unsaved text to keep. */
  readonly onKeepDrafts: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Asks for confirmation before signing out if the device's next user could read unsaved work, or if images that have not been uploaded would be lost. */
export const ConfirmSignOut = ({ unsentImageCount, onDelete, onKeepDrafts, onClose }: ConfirmSignOutProps) => (
  <StaffDialog title={onKeepDrafts === undefined ? 'Some photos have not been uploaded yet' : 'Unsaved work is on this device'} onClose={onClose}>
    {unsentImageCount > 0 && <p>{formatUploadCount(unsentImageCount)} not uploaded yet. Signing out deletes unsent photos from this device.</p>}
    {onKeepDrafts !== undefined && <p>Delete it if other people use this device. Otherwise it will still be here when you next sign in.</p>}
    <ButtonRow>
      <Button variant="danger" onClick={onDelete}>
        Delete and sign out
      </Button>
      {onKeepDrafts !== undefined && (
        <Button variant="secondary" onClick={onKeepDrafts}>
          Keep it and sign out
        </Button>
      )}
      <Button variant="quiet" onClick={onClose}>
        Cancel
      </Button>
    </ButtonRow>
  </StaffDialog>
);
