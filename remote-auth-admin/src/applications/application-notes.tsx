import type { ApiError } from '@site/shared/contracts/api-error';
import { type Application, addApplicationNote, applicationNoteFormSchema, deleteApplicationNote } from '@site/shared/contracts/application';
import { formatShortDate } from '@site/shared/domain/dates';
import type { Result } from '@site/shared/domain/result';
import { Button } from '@site/shared/ui/button';
import { TextAreaField } from '@site/shared/ui/field';
import { useStore } from 'zustand/react';
import { FormError } from '../forms/form-error.tsx';
import { useStaffForm } from '../forms/use-staff-form.ts';
import { CommentList } from '../layout/comment-list.tsx';
import { SidePanel } from '../layout/side-panel.tsx';
import type { ScreenProps } from '../session/staff-screen.tsx';
import styles from './application-notes.module.css';

interface NotesProps extends ScreenProps {
  readonly application: Application;
  readonly isBusy: boolean;
  readonly change: (call: () => Promise<Result<unknown, ApiError>>) => Promise<boolean>;
  readonly onAdded: () => void;
}

/** Lists the staff notes on an application, and lets users add more. */
export const ApplicationNotes = ({ services, application, isBusy, change, onAdded }: NotesProps) => {
  const { http, auth } = services;
  const { _id, notes } = application;
  const user = useStore(auth, (state) => state.user);
  const { getError, message, isSending, handleSubmit, handleChange } = useStaffForm({
    schema: applicationNoteFormSchema,
    fields: ['text'],
    send: (body) => http.call(addApplicationNote, { params: { id: _id }, body }),
    onSent: (_application, form) => {
      form.reset();
      onAdded();
    },
  });

  return (
    <SidePanel title="Notes">
      {notes.length > 0 && (
        <CommentList
          label="Notes"
          name="note"
          comments={notes}
          user={user}
          formatTime={formatShortDate}
          isDeleting={() => isBusy}
          onDelete={(note) => void change(() => http.call(deleteApplicationNote, { params: { id: _id, noteId: note._id } }))}
        />
      )}
      <form noValidate className={styles.form} onSubmit={handleSubmit} onChange={handleChange}>
        <TextAreaField label="New note" name="text" rows={3} maxLength={4000} error={getError('text')} hint="Only staff can see this." />
        <FormError>{message}</FormError>
        <div>
          <Button type="submit" variant="secondary" size="small" busy={isSending}>
            Add note
          </Button>
        </div>
      </form>
    </SidePanel>
  );
};
