import type { Album, GalleryImage } from '@site/shared/contracts/gallery';
import { updateImage } from '@site/shared/contracts/gallery';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { CheckboxField, SelectField, TextField } from '@site/shared/ui/field';
import { MoreLink } from '@site/shared/ui/text-link';
import { type RefObject, type SubmitEvent, useState } from 'react';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { failureWords } from '../forms/failure-words.ts';
import { FormRefusal } from '../forms/form-refusal.tsx';
import { type StoredImage, unchangedImage } from '../forms/image-choice.ts';
import { ImageField } from '../forms/image-field.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import styles from './gallery-dialogs.module.css';
import { mayChangeImage } from './image-changes.ts';
import { imageFormData } from './image-form-data.ts';

export interface ImageDialogProps {
  readonly services: HostServices;
  readonly image: GalleryImage;
  readonly albums: readonly Album[];
  readonly mayPublish: boolean;
  /** Whether another picture follows this one on the screen. */
  readonly hasNext: boolean;
  /** Whether something is entered that is not saved: read by who guards the page, never drawn. */
  readonly isDirty: RefObject<boolean>;
  /** A file that is to take the place of the picture's own. */
  readonly dropped: File | undefined;
  readonly onSaved: (goesOn: boolean) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** One picture large, with all that is known of it. Another file takes its place under the same id and addresses. */
export const ImageDialog = ({ services, image, albums, mayPublish, hasNext, isDirty, dropped, onSaved, onDelete, onClose }: ImageDialogProps) => {
  const [title, setTitle] = useState(image.title);
  const stored: StoredImage = {
    src: image.url,
    alt: image.alt,
    focal: image.focalX != null && image.focalY != null ? { x: image.focalX, y: image.focalY } : null,
  };
  const [choice, setChoice] = useState(() => unchangedImage(stored));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [refusal, setRefusal] = useState('');
  const [sending, setSending] = useState<'close' | 'next' | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const mayChange = mayChangeImage(image, mayPublish);

  const markDirty = () => {
    isDirty.current = true;
  };
  const close = () => {
    if (isDirty.current) setIsLeaving(true);
    else onClose();
  };
  const leave = () => {
    isDirty.current = false;
    onClose();
  };

  const save = async (form: HTMLFormElement, goesOn: boolean): Promise<void> => {
    const body = imageFormData(form, choice, image, mayPublish);
    setRefusal('');
    setErrors(body.ok ? {} : body.error);
    if (!body.ok) return;
    setSending(goesOn ? 'next' : 'close');
    const answer = await services.http.call(updateImage, { params: { id: image._id }, body: body.value });
    setSending(null);
    if (!answer.ok) {
      setErrors(answer.error.errors ?? {});
      setRefusal(failureWords(answer.error));
      return;
    }
    isDirty.current = false;
    services.notify.success('Saved');
    onSaved(goesOn);
  };

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const pressed = event.nativeEvent.submitter;
    if (sending === null) void save(event.currentTarget, pressed instanceof HTMLButtonElement && pressed.value === 'next');
  };

  return (
    <StaffDialog title="Picture" wide onClose={close}>
      <form className={styles.form} aria-label="Picture" noValidate onSubmit={handleSubmit} onChange={markDirty}>
        <FormRefusal>{refusal}</FormRefusal>
        {!mayChange && <p className={styles.note}>This picture is on the site: only editors change it now.</p>}
        <div className={styles.columns}>
          <div className={styles.column}>
            <ImageField
              label="Replace file"
              name="image"
              altName="alt"
              removable={false}
              stored={stored}
              value={choice}
              onChange={(next) => {
                setChoice(next);
                markDirty();
              }}
              error={errors.image}
              altError={errors.alt}
              dropped={dropped}
            />
          </div>
          <div className={styles.column}>
            <TextField
              label="Title"
              name="title"
              maxLength={120}
              optional
              value={title}
              error={errors.title}
              onChange={({ target }) => setTitle(target.value)}
            />
            <SelectField
              label="Album"
              name="album"
              emptyLabel="No album"
              options={albums.map(({ _id, name }) => ({ value: _id, label: name }))}
              defaultValue={image.album?._id ?? ''}
              error={errors.album}
            />
            {mayPublish && <CheckboxField label="Shown on the site" name="published" value="true" defaultChecked={image.published} />}
            {image.isSample && (
              <p className={styles.note}>This is a sample. Replace the file with a picture of your own: it keeps its place and its address.</p>
            )}
            {image.published && <MoreLink to={`/gallery?photo=${image._id}`}>See it on the site</MoreLink>}
          </div>
        </div>
        <div className={styles.actions}>
          {mayChange && (
            <>
              <Button type="submit" busy={sending === 'close'}>
                Save
              </Button>
              {hasNext && (
                <Button type="submit" name="then" value="next" variant="secondary" busy={sending === 'next'}>
                  Save and next
                </Button>
              )}
            </>
          )}
          <Button variant="secondary" onClick={close}>
            Close
          </Button>
          {mayChange && (
            <Button variant="quiet" className={styles.apart} onClick={onDelete}>
              Delete
            </Button>
          )}
        </div>
      </form>
      {isLeaving && (
        <ConfirmDialog title="Close without saving?" confirmLabel="Close without saving" onConfirm={leave} onClose={() => setIsLeaving(false)}>
          <p>What you changed here is not saved yet.</p>
        </ConfirmDialog>
      )}
    </StaffDialog>
  );
};
