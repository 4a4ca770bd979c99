import type { Album } from '@site/shared/contracts/gallery';
import { albumFormSchema, createAlbum, updateAlbum } from '@site/shared/contracts/gallery';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button, ButtonRow } from '@site/shared/ui/button';
import { TextField } from '@site/shared/ui/field';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import styles from './gallery-dialogs.module.css';

export interface NameDialogProps {
  readonly services: HostServices;
  /** Null: a new album. */
  readonly album: Album | null;
  readonly onSaved: (album: Album) => void;
  readonly onClose: () => void;
}

/** Asks for the name of an album, and keeps it. */
export const NameDialog = ({ services, album, onSaved, onClose }: NameDialogProps) => {
  const { errorOf, refusal, isSending, handleSubmit } = useStaffForm({
    schema: albumFormSchema,
    fields: ['name'],
    send: (body) => (album === null ? services.http.call(createAlbum, { body }) : services.http.call(updateAlbum, { params: { id: album._id }, body })),
    onSent: (saved) => {
      services.notify.success(album === null ? 'Album created' : 'Album renamed');
      onSaved(saved);
    },
  });
  return (
    <StaffDialog title={album === null ? 'New album' : 'Edit album'} onClose={onClose}>
      <form className={styles.form} noValidate onSubmit={handleSubmit}>
        <FormRefusal>{refusal}</FormRefusal>
        <TextField label="Name" name="name" maxLength={80} defaultValue={album?.name ?? ''} autoComplete="off" error={errorOf('name')} />
        <ButtonRow>
          <Button variant="secondary" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={isSending}>
            {album === null ? 'Create album' : 'Rename'}
          </Button>
        </ButtonRow>
      </form>
    </StaffDialog>
  );
};
