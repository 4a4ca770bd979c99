import { getLibraryImage, type LibraryImage, updateLibraryImage } from '@site/shared/contracts/media';
import type { FieldErrors } from '@site/shared/domain/content-kind';
import { formatLongDate } from '@site/shared/domain/dates';
import { NO_CONSENT, type PhotoConsent } from '@site/shared/domain/photo-consent';
import type { HostServices } from '@site/shared/remote/host-services';
import { Link } from '@site/shared/router';
import { Button } from '@site/shared/ui/button';
import { type SubmitEvent, useState } from 'react';
import { getApiErrorMessage } from '../forms/api-error-message.ts';
import { ConfirmDialog } from '../forms/confirm-dialog.tsx';
import { FormError } from '../forms/form-error.tsx';
import { type ImageChoice, type StoredImage, unchangedImage } from '../forms/image-choice.ts';
import dialogStyles from '../forms/image-dialog.module.css';
import { describeStaleSave, type ImageFields, mergeImageFields } from '../forms/merge-image-fields.ts';
import { PhotoConsentFields } from '../forms/photo-consent-fields.tsx';
import { StaffDialog } from '../forms/staff-dialog.tsx';
import { ImageField } from './image-field.tsx';
import { describeUse, formatFileDetails, formatUses, getLibraryFocalPoint, getUsePath } from './library-image.ts';
import styles from './media-dialog.module.css';
import { WithdrawPhoto } from './withdraw-photo.tsx';

/** Returns a key that changes whenever the image changes. Providers of earlier releases do not send an edition. */
export const getKey = ({ _id, version, edition }: LibraryImage): string => `${_id} ${version} ${edition}`;

const toFields = (image: LibraryImage): ImageFields => ({
  alt: image.alt,
  isDecorative: image.decorative,
  focal: getLibraryFocalPoint(image),
  consent: image.consent,
});

/** Returns the changes to an image in the provider's format. */
const toBody = (image: LibraryImage, { file, alt, focal, isDecorative }: ImageChoice, consent: PhotoConsent): FormData => {
  const body = new FormData();
  body.set('version', String(image.version));
  if (image.edition !== '') body.set('edition', image.edition);
  const stored = toFields(image);
  const isNew = file !== null;
  const text = isDecorative ? '' : alt.trim();
  if (isNew || text !== stored.alt) body.set('alt', text);
  if (isNew || isDecorative !== stored.isDecorative) body.set('decorative', String(isDecorative));
  if (isNew || focal?.x !== stored.focal?.x || focal?.y !== stored.focal?.y) {
    // Two empty values reset the focal point to automatic.
    body.set('focalX', String(focal?.x ?? ''));
    body.set('focalY', String(focal?.y ?? ''));
  }
  // For a stored image, `showsMinors` stays unknown until a user answers.
  if (isNew || consent.showsMinors !== stored.consent.showsMinors) body.set('showsMinors', String(consent.showsMinors === true));
  if (isNew || consent.consentBy !== stored.consent.consentBy) body.set('consentBy', consent.consentBy);
  if (isNew || consent.consentOn !== stored.consent.consentOn) body.set('consentOn', consent.consentOn);
  if (isNew) body.set('image', file);
  return body;
};

const Uses = ({ image: { uses, useCount, stays } }: { readonly image: LibraryImage }) => (
  <section className={styles.uses}>
    <h3 className={styles.heading}>{formatUses(useCount)}</h3>
    {useCount === 0 && (
      <p className={dialogStyles.note}>
        {stays ? 'It stays in the library until someone deletes it.' : 'It is kept while an earlier version of a document uses it, and is deleted after that.'}
      </p>
    )}
    <ul className={styles.list}>
      {uses.map((use) => (
        <li key={`${use.kind} ${use._id} ${use.as}`}>
          <Link to={getUsePath(use)}>{use.title || 'Untitled'}</Link> <span className={dialogStyles.note}>({describeUse(use)})</span>
        </li>
      ))}
    </ul>
    {useCount > uses.length && <p className={dialogStyles.note}>{`And ${(useCount - uses.length).toLocaleString('en-US')} more.`}</p>}
  </section>
);

interface MediaDialogProps {
  readonly services: HostServices;
  readonly image: LibraryImage;
  readonly mayPublish: boolean;
  /** Whether there are unsaved changes. */
  readonly isDirty: boolean;
  readonly onDirty: () => void;
  readonly onSaved: () => void;
  readonly onDelete: () => void;
  readonly onClose: () => void;
}

/** Edits one image of the media library, and shows where it is used. Changes apply wherever the image is used. */
export const MediaDialog = ({ services, image: openedImage, mayPublish, isDirty, onDirty, onSaved, onDelete, onClose }: MediaDialogProps) => {
  /** The version on which the form is based. After a conflict, this is the colleague's version. */
  const [image, setImage] = useState(openedImage);
  const { http, notify } = services;
  const stored: StoredImage = { src: image.url, alt: image.alt, focal: getLibraryFocalPoint(image), isDecorative: image.decorative };
  const [choice, setChoice] = useState(() => unchangedImage(stored));
  const [consent, setConsent] = useState<PhotoConsent>(image.consent);
  const [errors, setErrors] = useState<FieldErrors>({});
  const [error, setError] = useState('');
  /** Upload progress, 0 to 1; null while nothing is being sent. */
  const [progress, setProgress] = useState<number | null>(null);
  const [isLeaving, setIsLeaving] = useState(false);
  const { useCount, mayChange } = image;

  /** Bases the form on the colleague's version. Returns false if there is no newer version, because then the conflict has another cause. */
  const adoptNewestVersion = async (): Promise<boolean> => {
    const newest = await http.call(getLibraryImage, { params: { id: image._id }, silent: true });
    if (!newest.ok || getKey(newest.value) === getKey(image)) return false;
    const { file, alt, isDecorative, focal } = choice;
    const base = toFields(image);
    const mine = { alt, isDecorative, focal, consent };
    const theirs = toFields(newest.value);
    // If a new file was chosen here, the colleague's values describe a different file.
    const merged = file === null ? mergeImageFields({ base, mine, theirs }) : mine;
    setChoice({ file, isRemoved: false, ...merged });
    setConsent(merged.consent);
    setImage(newest.value);
    setError(describeStaleSave({ base, mine, theirs }));
    return true;
  };
  const save = async (event: SubmitEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault();
    if (progress !== null) return;
    setError('');
    setErrors({});
    setProgress(0);
    const saved = await http.call(updateLibraryImage, {
      params: { id: image._id },
      body: toBody(image, choice, consent),
      onUploadProgress: setProgress,
    });
    const isStale = !saved.ok && saved.error.kind === 'conflict' && (await adoptNewestVersion());
    setProgress(null);
    if (isStale) return;
    if (!saved.ok) {
      setErrors(saved.error.errors ?? {});
      setError(getApiErrorMessage(saved.error));
      return;
    }
    notify.success(useCount > 1 ? `Saved in ${useCount} places` : 'Saved');
    onSaved();
  };
  const close = () => (isDirty ? setIsLeaving(true) : onClose());

  return (
    <StaffDialog title="Photo" wide onClose={close}>
      <form className={dialogStyles.form} aria-label="Photo" noValidate onSubmit={(event) => void save(event)} onChange={onDirty}>
        <FormError>{error}</FormError>
        {!mayChange && <p className={dialogStyles.note}>This photo is used outside your own drafts. Ask an editor to change it.</p>}
        <div className={dialogStyles.columns}>
          <div className={dialogStyles.column}>
            <ImageField
              label="Replace file"
              name="image"
              altName="alt"
              removable={false}
              stored={stored}
              value={choice}
              onChange={(next) => {
                // A different photo needs its own consent.
                if (next.file !== choice.file) setConsent(next.file === null ? image.consent : NO_CONSENT);
                setChoice(next);
                onDirty();
              }}
              error={errors.image}
              altError={errors.alt}
            />
            {choice.file !== null && (
              <p className={dialogStyles.note}>
                {useCount > 1
                  ? `The new file replaces the photo in all ${useCount} places, at the same URL.`
                  : 'The new file replaces the photo at the same URL.'}
              </p>
            )}
          </div>
          <div className={dialogStyles.column}>
            <Uses image={image} />
            <p className={dialogStyles.note}>{`${formatFileDetails(image)}. Added ${formatLongDate(image.createdAt)}.`}</p>
            <PhotoConsentFields value={consent} errors={errors} onChange={setConsent} />
          </div>
        </div>
        {progress !== null && choice.file !== null && (
          <progress className={styles.progress} value={progress} max={1} aria-label="Sending the file">
            {`${Math.round(progress * 100)}%`}
          </progress>
        )}
        <div className={dialogStyles.actions}>
          {mayChange && (
            <Button type="submit" busy={progress !== null} busyLabel={choice.file === null ? 'Saving…' : 'Sending…'}>
              {useCount > 1 ? `Save for all ${useCount} places` : 'Save'}
            </Button>
          )}
          <Button variant="secondary" onClick={close}>
            Close
          </Button>
          {mayChange && useCount === 0 && (
            <Button variant="quiet" className={dialogStyles.apart} onClick={onDelete}>
              Delete
            </Button>
          )}
          {mayPublish && <WithdrawPhoto services={services} imageId={image._id} onDone={onSaved} onError={setError} />}
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
