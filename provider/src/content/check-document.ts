import type { FieldErrors } from '@site/shared/domain/content-kind';
import { toLagosDay } from '@site/shared/domain/dates';
import { checkPhotoConsent, type PhotoConsent } from '@site/shared/domain/photo-consent';
import type { PublicationStatus } from '@site/shared/domain/publication-status';
import { lacksTextConsent, listTextImages, toPhotoConsent } from '../database/consent-queries.ts';
import { type DocumentKind, isPublicOrScheduled, listTextColumns } from '../database/document-kinds.ts';
import { findStoredImage } from '../database/image-queries.ts';
import type { Database } from '../database/schema/tables.ts';
import { checkColumns } from '../domain/content-columns.ts';
import { removeImageFromHtml } from '../domain/remove-image-from-html.ts';

const TEXT_CONSENT_MISSING = 'A photo in the text shows people under 18, and no consent is recorded';

type Values = Readonly<Record<string, unknown>>;

export interface CheckedImage {
  readonly consent: PhotoConsent;
  readonly isDecorative: boolean;
}

/** Images keyed by id, as they will be once the preceding rows of an import have been written. */
export type PendingImages = ReadonlyMap<string, CheckedImage>;
export const NO_PENDING_IMAGES: PendingImages = new Map();

interface Outcome {
  readonly row: Values;
  readonly status: PublicationStatus;
  readonly image: CheckedImage | undefined;
  readonly now: Date;
  readonly pending?: PendingImages;
}

const toText = (value: unknown): string | null => (typeof value === 'string' ? value : null);

export const findCheckedImage = async (db: Database, { picture_id: imageId }: Values): Promise<CheckedImage | undefined> => {
  const image = typeof imageId === 'string' ? await findStoredImage(db, imageId) : undefined;
  return image === undefined ? undefined : { consent: toPhotoConsent(image), isDecorative: image.is_decorative === 1 };
};

const lacksConsent = ({ consent: { showsMinors, consentBy, consentOn } }: CheckedImage): boolean =>
  showsMinors === true && (consentBy === '' || consentOn === '');

/**
 * Returns the reasons, keyed by field, why a document cannot be stored with its status. Checks the rules of its kind (NS-05) and the consent for its photos.
 */
export const checkDocument = async (
  db: Database,
  documentKind: DocumentKind,
  { row, status, image, now, pending = NO_PENDING_IMAGES }: Outcome,
): Promise<FieldErrors> => {
  const { kind, columnNames, publishAtColumn } = documentKind;
  const columns = Object.fromEntries(Object.values(columnNames).map((column) => [column, row[column] as string | number | null]));
  const outcome = {
    status,
    publishAt: publishAtColumn === null ? null : toText(row[publishAtColumn]),
    unpublishAt: toText(row.unpublish_at),
    hasImage: image !== undefined,
    isDecorative: image?.isDecorative === true,
    now,
  };
  const errors: Record<string, string> = { ...checkColumns(kind, { names: columnNames, columns, ...outcome }) };
  if (!isPublicOrScheduled(status)) return errors;
  if (image !== undefined) Object.assign(errors, checkPhotoConsent(image.consent, toLagosDay(now)));
  for (const [field, column] of listTextColumns(documentKind)) {
    const text = toText(row[column]) ?? '';
    const pendingImages = listTextImages(text).flatMap((id) => pending.get(id) ?? []);
    if (pendingImages.some(lacksConsent) || (await lacksTextConsent(db, text))) errors[field] = TEXT_CONSENT_MISSING;
  }
  return errors;
};

/** Removes images that are no longer stored, and their captions, from rich texts keyed by name. Keeps withdrawn photos from reappearing with an older text. */
export const removeMissingImages = async (
  db: Database,
  texts: Readonly<Record<string, string>>,
  pending: PendingImages = NO_PENDING_IMAGES,
): Promise<Record<string, string>> => {
  const ids = [...new Set(Object.values(texts).flatMap(listTextImages))];
  if (ids.length === 0) return { ...texts };
  const storedIds = new Set((await db.selectFrom('pictures').select('id').where('id', 'in', ids).execute()).map(({ id }) => id));
  const missingIds = ids.filter((id) => !storedIds.has(id) && !pending.has(id));
  return Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, missingIds.reduce(removeImageFromHtml, text)]));
};
