import { createHash } from 'node:crypto';
import {
  createLibraryImage,
  deleteLibraryImage,
  getLibraryImage,
  type LibraryImage,
  listLibraryImages,
  restoreLibraryImage,
  updateLibraryImage,
} from '@site/shared/contracts/media';
import { LAGOS_OFFSET, toLagosDay } from '@site/shared/domain/dates';
import { checkPhotoConsent, NO_CONSENT } from '@site/shared/domain/photo-consent';
import { changeLibraryAlt } from '../../content/change-alt.ts';
import type { ContentTransaction } from '../../content/write-document.ts';
import { recordPhotoConsent, toPhotoConsent } from '../../database/consent-queries.ts';
import { listIdsWithSameFile } from '../../database/image-family.ts';
import { toImageColor } from '../../database/image-queries.ts';
import { isUsedOnlyInDraftsOf, listImageUses, type StoredImageUse } from '../../database/image-uses.ts';
import {
  findLibraryRow,
  findTrashedRow,
  findUploadedRow,
  type LibraryRow,
  listLibraryRows,
  setDecorative,
  setTrashed,
} from '../../database/library-queries.ts';
import { toStaffPageRequest } from '../../database/page.ts';
import { UPLOAD_LOCATIONS } from '../../database/schema/content.ts';
import type { Database } from '../../database/schema/tables.ts';
import { indexChangedTexts } from '../../database/text-images.ts';
import { isImageInVersions, recordReplacedImage } from '../../database/version-queries.ts';
import { ConflictError, ForbiddenError, ValidationError } from '../../domain/errors.ts';
import { hasMinimumRole, type Staff } from '../../domain/permissions.ts';
import { addImage, planImageChange, planKeptImage, writeWithImage } from '../../images/change-image.ts';
import type { ImageUrls } from '../../images/image-urls.ts';
import { createIdempotently, getIdempotencyHash } from '../idempotency-key.ts';
import type { Mount } from '../mount-endpoint.ts';
import { mergeConsent, throwErrors } from '../parse-form.ts';
import { requireFound } from '../require-found.ts';
import type { Services } from '../services.ts';

const USES_LIMIT = 20;

/** NS-08: contributors may change images that only their own drafts show, and unused images that they uploaded themselves. */
const mayChange = (staff: Staff, { uploaded_by: uploadedBy }: LibraryRow, uses: readonly StoredImageUse[]): boolean =>
  hasMinimumRole(staff, 'editor') || (uses.length === 0 ? uploadedBy === staff.id : isUsedOnlyInDraftsOf(uses, staff.id));

const getDescription = ({ default_alt, is_decorative, shows_minors, consent_by, consent_on }: LibraryRow): string =>
  createHash('sha256')
    .update(JSON.stringify([default_alt, is_decorative, shows_minors, consent_by, consent_on]))
    .digest('base64url');
const getEdition = (row: LibraryRow): string => `${row.version}-${getDescription(row)}`;
const createConflict = (): ConflictError => new ConflictError('Someone else has just changed this photo. Please load it again.');

const toLibraryImage = (row: LibraryRow, uses: readonly StoredImageUse[], imageUrls: ImageUrls, staff: Staff): LibraryImage => ({
  _id: row.id,
  url: imageUrls.getUrl(
    row,
    uses.some(({ isPublic }) => isPublic),
  ),
  address: imageUrls.getUrl(row, true),
  version: row.version,
  edition: getEdition(row),
  width: row.width,
  height: row.height,
  bytes: row.bytes,
  alt: row.default_alt,
  decorative: row.is_decorative === 1,
  focalX: row.focal_x,
  focalY: row.focal_y,
  color: toImageColor(row.color),
  createdAt: row.created_at,
  stays: row.is_in_text === UPLOAD_LOCATIONS.library,
  consent: toPhotoConsent(row),
  uses: uses.slice(0, USES_LIMIT).map(({ kind, _id, title, as, isPublic, isTrashed }) => ({ kind, _id, title, as, isPublic, isTrashed })),
  useCount: uses.length,
  mayChange: mayChange(staff, row, uses),
});

const toStartOfDay = (day: string | undefined, days = 0): string | undefined =>
  day === undefined || day === '' ? undefined : new Date(Date.parse(`${day}T00:00:00${LAGOS_OFFSET}`) + days * 86_400_000).toISOString();

/** Returns a sentence about the uses, for example: “Hub day” and 2 other items use this photo. */
const describeUses = ([use, ...others]: readonly StoredImageUse[]): string => {
  const name = use === undefined || use.title === '' ? 'Something' : `“${use.title}”`;
  return others.length === 0 ? `${name} uses this photo.` : `${name} and ${others.length} other ${others.length === 1 ? 'item' : 'items'} use this photo.`;
};

export const mountMedia = (mount: Mount, services: Services): void => {
  const { db, revision, imageUrls, now, uploadLimit } = services;

  const find = async (connection: Database, id: string | undefined): Promise<LibraryRow> => requireFound(await findLibraryRow(connection, id ?? ''), 'Photo');
  const read = async (id: string | undefined, staff: Staff): Promise<LibraryImage> => {
    const row = await find(db, id);
    return toLibraryImage(row, await listImageUses(db, [row.id]), imageUrls, staff);
  };

  mount(listLibraryImages, async ({ query, staff }) => {
    const page = await listLibraryRows(db, {
      ...toStaffPageRequest(query, staff),
      isWithoutAlt: query.missing === 'alt',
      isUnused: query.use === 'none',
      albumId: query.album === 'none' ? null : query.album,
      since: toStartOfDay(query.since),
      before: toStartOfDay(query.until, 1),
    });
    const uses = await listImageUses(
      db,
      page.items.map(({ id }) => id),
    );
    const listUses = ({ id }: LibraryRow) => uses.filter(({ imageId }) => imageId === id);
    return page.map((row) => toLibraryImage(row, listUses(row), imageUrls, staff));
  });

  mount(getLibraryImage, ({ params, staff }) => read(params.id, staff));

  mount(createLibraryImage, async ({ body, files, staff, headers }) => {
    const uploadHash = getIdempotencyHash(headers, staff);
    const create = async (): Promise<LibraryRow> => {
      const file = files.find(({ field }) => field === 'image') ?? files[0];
      if (file === undefined) throw new ValidationError({ image: 'Choose a photo' });
      await uploadLimit.use(staff.id);
      const { alt = '', decorative = false } = body;
      const id = await addImage(services, {
        file,
        uploadedIn: UPLOAD_LOCATIONS.library,
        alt,
        isDecorative: decorative,
        consent: mergeConsent(body, NO_CONSENT),
        by: staff,
        uploadHash,
      });
      return find(db, id);
    };
    const row = await createIdempotently(async () => (uploadHash === null ? undefined : findUploadedRow(db, uploadHash)), create);
    return toLibraryImage(row, await listImageUses(db, [row.id]), imageUrls, staff);
  });

  mount(updateLibraryImage, async ({ params, body, files, staff }) => {
    const row = await find(db, params.id);
    const { id } = row;
    // Include the uses of all copies of the same file, because the copies share their consent.
    const uses = await listImageUses(db, await listIdsWithSameFile(db, id));
    if (!mayChange(staff, row, uses)) throw new ForbiddenError();
    const { version = row.version, edition = getEdition(row) } = body;
    if (version !== row.version || edition !== getEdition(row)) throw createConflict();
    const file = files.find(({ field }) => field === 'image') ?? files[0];
    if (file !== undefined) await uploadLimit.use(staff.id);

    const savedAt = now();
    // A new photo needs its own consent.
    const consent = mergeConsent(body, file === undefined ? toPhotoConsent(row) : NO_CONSENT);
    const checkConsentOfUses = (checkedUses: readonly StoredImageUse[]): void => {
      if (checkedUses.some((use) => use.isPublishedOrScheduled)) throwErrors(checkPhotoConsent(consent, toLagosDay(savedAt)));
    };
    // Check before storing a file and again when writing, because a document may be published in the meantime.
    checkConsentOfUses(uses);
    const isDecorative = body.decorative ?? row.is_decorative === 1;

    const change = await planImageChange(services, { currentId: id, file, focalX: body.focalX, focalY: body.focalY });
    const replacedImage = file === undefined ? null : await planKeptImage(services, id);
    const write = async (transaction: Database, recordEffect: ContentTransaction['recordEffect']): Promise<void> => {
      // The values of absent fields were read earlier and are written again, so the image must not have changed since.
      if (getDescription(await find(transaction, id)) !== getDescription(row)) throw createConflict();
      const currentUses = await listImageUses(transaction, await listIdsWithSameFile(transaction, id));
      checkConsentOfUses(currentUses);
      recordEffect(!currentUses.some((use) => use.isPublic) ? 'internal' : change.removesImage ? 'withdrawal' : 'addition');
      await recordPhotoConsent(transaction, id, { consent, by: staff.name, at: savedAt });
      await setDecorative(transaction, id, isDecorative);
      if (body.alt !== undefined && body.alt !== row.default_alt)
        await changeLibraryAlt({ db: transaction, recordEffect }, { imageId: id, before: row.default_alt, after: body.alt, by: staff.id, at: savedAt });
      if (replacedImage === null) return;
      await replacedImage.apply(transaction);
      await recordReplacedImage(transaction, { imageId: id, keptImageId: replacedImage.imageId, by: staff.id, at: savedAt });
    };
    await writeWithImage(services, change, write).catch(async (reason: unknown) => {
      await replacedImage?.undo();
      throw reason;
    });
    return read(id, staff);
  });

  /** Contributors must not delete an image that a saved version shows. */
  const requireDeleteAccess = async (staff: Staff, row: LibraryRow, uses: readonly StoredImageUse[]): Promise<void> => {
    if (!mayChange(staff, row, uses)) throw new ForbiddenError();
    if (!hasMinimumRole(staff, 'editor') && (await isImageInVersions(db, row.id)))
      throw new ConflictError('An earlier version of a document uses this photo. Ask an editor to delete it.');
  };

  mount(deleteLibraryImage, async ({ params, staff }) => {
    const row = await find(db, params.id);
    await requireDeleteAccess(staff, row, await listImageUses(db, [row.id]));
    await revision.write(async (transaction) => {
      // Texts that another release stored may not have been indexed yet.
      while ((await indexChangedTexts(transaction, USES_LIMIT)).count > 0);
      const uses = await listImageUses(transaction, [row.id]);
      if (uses.length > 0) throw new ConflictError(`${describeUses(uses)} Remove it there first.`);
      await setTrashed(transaction, row.id, now().toISOString());
    }, 'internal');
    return { _id: row.id };
  });

  mount(restoreLibraryImage, async ({ params, staff }) => {
    const row = await findTrashedRow(db, params.id ?? '');
    if (row !== undefined) {
      if (!mayChange(staff, row, await listImageUses(db, [row.id]))) throw new ForbiddenError();
      await revision.write((transaction) => setTrashed(transaction, row.id, null), 'internal');
    }
    // The request may be a retry, in which case the image is already restored.
    return read(params.id, staff);
  });
};
