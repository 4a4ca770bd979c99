import { toLagosDay } from '@site/shared/domain/dates';
import { checkPhotoConsent, NO_CONSENT, type PhotoConsent } from '@site/shared/domain/photo-consent';
import { recordPhotoConsent, toPhotoConsent } from '../../database/consent-queries.ts';
import { listIdsWithSameFile } from '../../database/image-family.ts';
import { findStoredImage, type StoredImage } from '../../database/image-queries.ts';
import { listImageUses } from '../../database/image-uses.ts';
import { findLibraryRow, setDecorative, setImageAlt } from '../../database/library-queries.ts';
import { UPLOAD_LOCATIONS } from '../../database/schema/content.ts';
import { ConflictError } from '../../domain/errors.ts';
import { isUploadId } from '../../domain/ids.ts';
import { type AcceptedImage, acceptUpload } from '../../images/accept-upload.ts';
import { planImageChange, writeWithImage } from '../../images/change-image.ts';
import { getStorageKey } from '../../images/image-server.ts';
import { type ArchiveMedia, mediaSchema, parseRow } from './archive-format.ts';
import { type ImportRun, type Plan, UNCHANGED_PLAN } from './import-run.ts';

/** Stores an image under its original id, because documents and texts refer to it. Like every upload, the file has been decoded and re-encoded. */
const addImage = async ({ services, staff }: ImportRun, media: ArchiveMedia, { bytes, ...acceptedFields }: AcceptedImage): Promise<void> => {
  const { stores, revision } = services;
  const { id, version } = media;
  const key = getStorageKey({ id, version, format: acceptedFields.format });
  await stores.originals.put(key, bytes);
  try {
    await revision.write(async (transaction) => {
      await transaction
        .insertInto('pictures')
        .values({
          id,
          version,
          ...acceptedFields,
          bytes: bytes.length,
          focal_x: media.focalX,
          focal_y: media.focalY,
          is_in_text: media.isInLibrary ? UPLOAD_LOCATIONS.library : media.isInText ? UPLOAD_LOCATIONS.text : UPLOAD_LOCATIONS.document,
          shows_minors: media.showsMinors === null ? null : media.showsMinors ? 1 : 0,
          is_sample: 0,
          created_at: new Date(media.createdAt).toISOString(),
        })
        .execute();
      await setImageAlt(transaction, id, media.alt);
      await setDecorative(transaction, id, media.decorative);
    }, 'addition');
  } catch (reason) {
    await stores.originals.remove(key);
    throw reason;
  }
  services.log.info({ image: id, by: staff.id }, 'an image was imported');
};

/** Returns which fields change. An empty alternative text does not replace the stored text, and this site's own records about minors take precedence. */
const getChanges = ({ alt, decorative, focalX, focalY, showsMinors }: ArchiveMedia, storedImage: StoredImage, consent: PhotoConsent) => ({
  alt: alt !== '' && alt !== storedImage.default_alt,
  showsMinors: showsMinors !== null && consent.showsMinors === null,
  decorative: decorative !== (storedImage.is_decorative === 1),
  focalPoint: focalX !== storedImage.focal_x || focalY !== storedImage.focal_y,
});

/**
 * Throws if the photo is public or scheduled and would be marked as showing minors without consent. Exports contain no consent, so staff must mark the photo
 * and record the consent together.
 */
const requireConsentIfPublic = async ({ services: { db, now } }: ImportRun, id: string, consent: PhotoConsent): Promise<void> => {
  const errors = checkPhotoConsent(consent, toLagosDay(now()));
  if (Object.keys(errors).length === 0 || !(await listImageUses(db, [id])).some(({ isPublishedOrScheduled }) => isPublishedOrScheduled)) return;
  throw new ConflictError('The file says that it shows people under 18, and it is public here, or scheduled. Record in the media library who gave consent.');
};

const changeImage = async ({ services, staff }: ImportRun, media: ArchiveMedia, consent: PhotoConsent | null): Promise<void> => {
  const { id, focalX, focalY } = media;
  const change = await planImageChange(services, { currentId: id, file: undefined, focalX, focalY });
  await writeWithImage(
    services,
    change,
    async (transaction) => {
      if (media.alt !== '') await setImageAlt(transaction, id, media.alt);
      await setDecorative(transaction, id, media.decorative);
      if (consent !== null) await recordPhotoConsent(transaction, id, { consent, by: staff.name, at: services.now() });
    },
    'addition',
  );
};

/** Plans a change to an existing image. Its file stays the same, because other content may show it. */
const planChange = async (run: ImportRun, media: ArchiveMedia, storedImage: StoredImage): Promise<Plan> => {
  const { services, state } = run;
  const { id, showsMinors } = media;
  const before = state.images.get(id)?.consent ?? toPhotoConsent(storedImage);
  const changes = getChanges(media, storedImage, before);
  if (!Object.values(changes).some(Boolean)) return UNCHANGED_PLAN;
  const consent = changes.showsMinors ? { ...before, showsMinors } : before;
  if (changes.showsMinors) await requireConsentIfPublic(run, id, consent);
  // All copies of the same file share their consent.
  const copies = changes.showsMinors ? await listIdsWithSameFile(services.db, id) : [];
  const otherCopies = await Promise.all(copies.filter((copy) => copy !== id).map((copy) => findStoredImage(services.db, copy)));
  return {
    outcome: 'changed',
    write: () => changeImage(run, media, changes.showsMinors ? consent : null),
    recordResult: () => {
      state.images.set(id, { consent, isDecorative: media.decorative });
      for (const otherCopy of otherCopies)
        if (otherCopy !== undefined)
          state.images.set(otherCopy.id, { consent, isDecorative: state.images.get(otherCopy.id)?.isDecorative ?? otherCopy.is_decorative === 1 });
    },
  };
};

export const planMedia = async (run: ImportRun, value: unknown): Promise<Plan> => {
  const { services, archive, withdrawnImageIds, state } = run;
  const media = parseRow(mediaSchema, value);
  const { id, showsMinors } = media;
  if (withdrawnImageIds.has(id)) throw new ConflictError("This photo was withdrawn here, or erased with a person's data. It cannot be imported again.");
  const storedImage = await findStoredImage(services.db, id);
  if (storedImage !== undefined && storedImage.trashed_at !== null && (await findLibraryRow(services.db, id)) === undefined)
    throw new ConflictError("It is in this site's trash. Restore it first.");
  if (storedImage !== undefined) return planChange(run, media, storedImage);
  // Any other id belongs to a drawing from a site's own pages. Such drawings are public immediately and have no consent that could be withdrawn.
  if (!isUploadId(id)) throw new ConflictError('An image with this name belongs to the pages of a site, so it was not imported.');
  const acceptedImage = await acceptUpload('file', await archive.readImage(media));
  return {
    outcome: 'new',
    write: () => addImage(run, media, acceptedImage),
    recordResult: () => void state.images.set(id, { consent: { ...NO_CONSENT, showsMinors }, isDecorative: media.decorative }),
  };
};
