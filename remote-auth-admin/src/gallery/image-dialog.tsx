import type { Album, GalleryImage } from '@site/shared/contracts/gallery';
import { galleryImageFormSchema, getImage, updateImage } from '@site/shared/contracts/gallery';
import type { LibraryImage } from '@site/shared/contracts/media';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import { NO_CONSENT, type PhotoConsent } from '@site/shared/domain/photo-consent';
import { failure, type Result, success } from '@site/shared/domain/result';
import type { HostServices } from '@site/shared/remote/host-services';
import { Button } from '@site/shared/ui/button';
import { CheckboxField, SelectField, TextField } from '@site/shared/ui/field';
import { MoreLink } from '@site/shared/ui/text-link';
import { type SubmitEvent, useState } from 'react';
import { useStore } from 'zustand/react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormError } from '../forms/form-error.tsx';
import { type ImageChoice, type StoredImage, unchangedImage } from '../forms/image-choice.ts';
import styles from '../forms/image-dialog.module.css';
import { describeStaleSave, mergeImageFields } from '../forms/merge-image-fields.ts';
import { parseForm } from '../forms/parse-form.ts';
import { PhotoConsentFields } from '../forms/photo-consent-fields.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { ImageField } from '../media/image-field.tsx';
import { getFileId, getLibraryFocalPoint } from '../media/library-image.ts';
import { WithdrawPhoto } from '../media/withdraw-photo.tsx';
import { ALT_TEXT_REQUIRED, mayChangeImage } from './image-changes.ts';

/** Returns the form to send, validated by the provider's own schema, or the first error for each field. */
const readImageForm = (
  form: HTMLFormElement,
  { file, focal, isDecorative }: ImageChoice,
  chosen: LibraryImage | null,
  consent: PhotoConsent,
  image: GalleryImage,
  mayPublish: boolean,
): Result<FormData, FieldErrors> => {
  const formData = new FormData(form);
  // Send the answer explicitly, because an unchecked checkbox sends nothing, and the provider does not change absent fields. An unanswered question about a
  // stored image stays unanswered.
  if (consent.showsMinors !== null || file !== null) formData.set('showsMinors', String(consent.showsMinors === true));
  if (mayPublish) formData.set('published', String(formData.has('published')));
  if (image.updatedAt) formData.set('updatedAt', image.updatedAt);
  // A file input without a file sends an empty file.
  if (file === null) formData.delete('image');
  else formData.set('image', file);
  const stored = chosen ?? image;
  // Two empty values select the automatic focal point.
  if (focal?.x !== (stored.focalX ?? undefined) || focal?.y !== (stored.focalY ?? undefined)) {
    formData.set('focalX', String(focal?.x ?? ''));
    formData.set('focalY', String(focal?.y ?? ''));
  }
  // Do not send unchanged consent, because another user may have changed it since. Consent belongs to the file, so changing it does not change this image's
  // version.
  const recordedConsent = stored.consent ?? NO_CONSENT;
  for (const name of ['showsMinors', 'consentBy', 'consentOn'] as const) if (file === null && consent[name] === recordedConsent[name]) formData.delete(name);
  if (chosen !== null) formData.set('imageId', chosen._id);
  formData.delete('imageDecorative');
  if (isDecorative !== (stored.decorative ?? false)) formData.set('decorative', String(isDecorative));
  if (isDecorative) formData.set('alt', '');

  const texts = [...formData].filter(([, value]) => typeof value === 'string');
  const parsed = parseForm(galleryImageFormSchema, Object.fromEntries(texts));
  if (!parsed.ok) return failure(parsed.error);
  const isAltTextMissing = !isDecorative && formData.get('published') === 'true' && String(formData.get('alt') ?? '').trim() === '';
  return isAltTextMissing ? failure({ alt: ALT_TEXT_REQUIRED }) : success(formData);
};

const toFields = (image: GalleryImage) => ({
  title: image.title,
  album: image.album?._id ?? '',
  published: image.published,
  alt: image.alt,
  isDecorative: image.decorative ?? false,
  focal: image.focalX != null && image.focalY != null ? { x: image.focalX, y: image.focalY } : null,
  consent: image.consent ?? NO_CONSENT,
});

interface ImageDialogProps {
  readonly services: HostServices;
  readonly image: GalleryImage;
  readonly albums: readonly Album[];
  readonly mayPublish: boolean;
  /** Whether there is a next image. */
  readonly hasNext: boolean;
  /** Whether there are unsaved changes. */
  readonly isDirty: boolean;
  readonly onDirty: () => void;
  /** A dropped file that replaces the current file. */
  readonly droppedFile: File | undefined;
  readonly onSaved: (opensNext: boolean) => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Edits one image. A new file replaces the current file under the same id and URLs. */
export const ImageDialog = (props: ImageDialogProps) => {
  const { services, albums, mayPublish, hasNext, isDirty, onDirty, droppedFile, onSaved, onDelete, onClose } = props;
  /** The image on which the form is based: after a conflict, the colleague's version. */
  const [image, setImage] = useState(props.image);
  const base = toFields(image);
  const [details, setDetails] = useState({ title: base.title, album: base.album, published: base.published });
  const [chosen, setChosen] = useState<LibraryImage | null>(null);
  const stored: StoredImage = { src: chosen?.url ?? image.url, alt: base.alt, isDecorative: base.isDecorative, focal: base.focal };
  const [choice, setChoice] = useState(() => unchangedImage(stored));
  const [errors, setErrors] = useState<FieldErrors>({});
  const [consent, setConsent] = useState<PhotoConsent>(base.consent);
  const [error, setError] = useState('');
  const [sending, setSending] = useState<'close' | 'next' | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const user = useStore(services.auth, (state) => state.user);
  const mayChange = mayChangeImage(image, user);

  const close = () => (isDirty ? setIsLeaving(true) : onClose());

  /** Bases the form on the colleague's version. Returns false if there is no newer version, because then the conflict has another cause. */
  const adoptNewestVersion = async (): Promise<boolean> => {
    const newest = await services.http.call(getImage, { params: { id: image._id }, silent: true });
    if (!newest.ok || newest.value.updatedAt === image.updatedAt) return false;
    const imageFields = { alt: choice.alt, isDecorative: choice.isDecorative, focal: choice.focal, consent };
    const mine = { ...details, ...imageFields };
    const theirs = toFields(newest.value);
    // The colleague's values describe the previous image, not the newly chosen one.
    const merged = { ...mergeImageFields({ base, mine, theirs }), ...(choice.file === null && chosen === null ? {} : imageFields) };
    setDetails({ title: merged.title, album: merged.album, published: merged.published });
    setChoice({ ...choice, alt: merged.alt, isDecorative: merged.isDecorative, focal: merged.focal });
    setConsent(merged.consent);
    setImage(newest.value);
    setError(describeStaleSave({ base, mine, theirs }));
    return true;
  };

  const save = async (form: HTMLFormElement, opensNext: boolean): Promise<void> => {
    const body = readImageForm(form, choice, chosen, consent, image, mayPublish);
    setError('');
    setErrors(body.ok ? {} : body.error);
    if (!body.ok) return;
    setSending(opensNext ? 'next' : 'close');
    const saved = await services.http.call(updateImage, { params: { id: image._id }, body: body.value });
    const isStale = !saved.ok && saved.error.kind === 'conflict' && (await adoptNewestVersion());
    setSending(null);
    if (isStale) return;
    if (!saved.ok) {
      setErrors(saved.error.errors ?? {});
      setError(getApiErrorMessage(saved.error));
      return;
    }
    services.notify.success('Saved');
    onSaved(opensNext);
  };

  const handleSubmit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    // oxlint-disable-next-line no-restricted-properties -- In Safari before 15.4, "Save and next" only saves.
    const submitter = event.nativeEvent.submitter;
    if (sending === null) void save(event.currentTarget, submitter instanceof HTMLButtonElement && submitter.value === 'next');
  };

  return (
    <StaffDialog title="Photo" wide onClose={close}>
      <form className={styles.form} aria-label="Photo" noValidate onSubmit={handleSubmit} onChange={onDirty}>
        <FormError>{error}</FormError>
        {!mayChange && (
          <p className={styles.note}>
            {image.published ? 'This photo is published. Only editors can change it.' : 'Someone else uploaded this photo. Only editors can change it.'}
          </p>
        )}
        <fieldset className={styles.columns} disabled={!mayChange}>
          <div className={styles.column}>
            <ImageField
              library={{
                http: services.http,
                onChoose: (other) => {
                  setChosen(other);
                  setChoice({ file: null, alt: other.alt, focal: getLibraryFocalPoint(other), isRemoved: false, isDecorative: other.decorative });
                  setConsent(other.consent);
                  onDirty();
                },
              }}
              label="Replace file"
              name="image"
              altName="alt"
              removable={false}
              stored={stored}
              value={choice}
              onChange={(next) => {
                setChoice(next);
                if (next.file !== null) setChosen(null);
                // A different photo needs its own consent.
                if (next.file !== choice.file) setConsent(next.file === null ? base.consent : NO_CONSENT);
                onDirty();
              }}
              error={errors.image}
              altError={errors.alt}
              droppedFile={droppedFile}
            />
          </div>
          <div className={styles.column}>
            <TextField
              label="Title"
              name="title"
              maxLength={120}
              optional
              value={details.title}
              error={errors.title}
              onChange={({ target }) => setDetails({ ...details, title: target.value })}
            />
            <SelectField
              label="Album"
              name="album"
              emptyLabel="No album"
              options={albums.map(({ _id, name }) => ({ value: _id, label: name }))}
              value={details.album}
              onChange={({ target }) => setDetails({ ...details, album: target.value })}
              error={errors.album}
            />
            <PhotoConsentFields value={consent} errors={errors} onChange={setConsent} />
            {mayPublish && (
              <CheckboxField
                label="Published"
                name="published"
                value="true"
                checked={details.published}
                onChange={({ target }) => setDetails({ ...details, published: target.checked })}
              />
            )}
            {image.isSample && <p className={styles.note}>This is a sample. Replace the file with your own photo. Its position and URL stay the same.</p>}
            {image.published && <MoreLink to={`/gallery?photo=${image._id}`}>View on the site</MoreLink>}
          </div>
        </fieldset>
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
          {mayPublish && <WithdrawPhoto services={services} imageId={getFileId(image.url)} onDone={() => onSaved(false)} onError={setError} />}
        </div>
      </form>
      {isLeaving && (
        <ConfirmDialog title="Close without saving?" confirmLabel="Close without saving" onConfirm={onClose} onClose={() => setIsLeaving(false)}>
          <p>Your changes are not saved yet.</p>
        </ConfirmDialog>
      )}
    </StaffDialog>
  );
};
